"""A cluster plays what one process plays: the same result, whoever is lost on the way; and what cannot work is said at once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.cli import main
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.policy import PolicyFault
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim import cluster, cluster_worker
from starfray.sim.cluster import ClusterPool
from starfray.sim.job import Job, setup_of
from starfray.sim.montecarlo import simulate
from starfray.sim.paired import compare
from starfray.sim.result import Result
from starfray.sim.workers import Task
from tests.sim.test_policies import OWN
from tests.sim.test_solve import DUEL

pytestmark = pytest.mark.slow

DEMO = Path(starfray.__file__).parent / "demos" / "needle-and-pin.toml"
PACKED = DUEL.replace('rulebook = "coriolis"', 'rulebook = "coriolis"\npacks = ["irons"]').replace(
    'key = "vulcan-pistol", crit = 0', 'key = "hand-cannon", crit = 0'
)
CANNON = '[hand-cannon]\nlike = "vulcan-pistol"\ndamage = 4\n'
HOUSE = {  # a package of somebody's own, which lies where no worker looks
    "tactics/__init__.py": "",
    "tactics/careful.py": "from .basic import Waits\nfrom habits.words import WHY\n\nclass Careful(Waits):\n    reason = WHY\n",
    "tactics/basic.py": OWN.replace("class Passive(", "class Waits(").split("class Raises")[0],
    "habits/words.py": "WHY = 'better so'\n",
}


@pytest.fixture(scope="module", autouse=True)
def no_thread_left() -> Iterator[None]:
    """Threads of Dask are gone in the end, but for one it keeps for good and which is ended here: later tests may fork."""
    before = set(threading.enumerate())
    yield
    utils: Any = import_module("distributed.utils")
    kept, utils._offload_executor = utils._offload_executor, ThreadPoolExecutor(1)
    kept.shutdown()
    until = time.monotonic() + 10
    while time.monotonic() < until and not set(threading.enumerate()) <= before:
        time.sleep(0.05)
    assert set(threading.enumerate()) <= before


@pytest.fixture(scope="module")
def standing(no_thread_left: None) -> Iterator[Any]:
    """A cluster of two workers on this machine that runs before and after the tests, as a real one would."""
    with cluster.local_cluster(2) as local:
        yield local


@pytest.fixture
def address(standing: Any) -> str:
    return str(standing.scheduler_address)


def test_a_cluster_gives_what_one_process_gives(address: str) -> None:
    fight = starfray.load(DEMO)
    told: list[tuple[int, int]] = []
    found = simulate(
        fight, 120, seed=4, keep=2, cluster=address, progress=lambda result, count: told.append((result.fights, count))
    )
    assert found == simulate(fight, 120, seed=4, keep=2)
    assert told == [(done, 120) for done in range(2, 121, 2)], "told of every block, in order"


def test_it_stops_where_one_process_stops(address: str) -> None:
    fight = starfray.load(DEMO)
    found = simulate(fight, 5_000, seed=1, until=9, cluster=address)
    assert found == simulate(fight, 5_000, seed=1, until=9)
    assert found.fights < 1_000


def test_comparisons_are_those_of_one_process(address: str) -> None:
    rows = [("one", starfray.load(DEMO)), ("other", starfray.loads(DUEL))]
    assert compare(rows, 60, seed=5, cluster=address).rows == compare(rows, 60, seed=5).rows


def test_a_worker_killed_on_the_way_changes_nothing(address: str, standing: Any) -> None:
    fight = starfray.load(DEMO)
    pids = [nanny.pid for nanny in standing.workers.values()]
    killed: list[int] = []

    def kill(result: Result, count: int) -> None:
        if len(killed) < len(pids) and result.fights >= (6, 120)[len(killed)]:
            os.kill(pids[len(killed)], signal.SIGKILL)
            killed.append(pids[len(killed)])

    assert simulate(fight, 360, seed=2, cluster=address, progress=kill) == simulate(fight, 360, seed=2)
    assert killed == pids


def test_an_interrupt_gives_what_is_there_and_leaves_the_cluster_to_others(address: str) -> None:
    def stop(result: Result, count: int) -> None:
        if result.fights >= 6:
            raise KeyboardInterrupt

    fight = starfray.load(DEMO)
    assert simulate(fight, 100, seed=1, cluster=address, progress=stop) == simulate(fight, 100, seed=1, progress=stop)
    assert simulate(fight, 10, seed=1, cluster=address) == simulate(fight, 10, seed=1)


# --- what goes there ------------------------------------------------------------------------------------------------


def played_there(fight: Fight, policies: dict[str, str], address: str, gone: Path) -> Result:
    """Five fights on the cluster, after a folder here is no more."""
    setup = setup_of(fight, policies, 3)
    shutil.rmtree(gone)
    with ClusterPool([setup], address, 0) as pool:
        [found] = pool.results([Task(0, 0, 5, "block")])
    assert isinstance(found, Result)
    return found


def test_packs_go_there_as_data(address: str, tmp_path: Path) -> None:
    pack = tmp_path / "irons"
    pack.mkdir()
    (pack / "pack.toml").write_text('rulebook = "coriolis"\n', encoding="utf-8")
    (pack / "weapons.toml").write_text(CANNON, encoding="utf-8")
    fight = starfray.loads(PACKED, folder=tmp_path)
    assert setup_of(fight, {}, 3).tables.keys() == {"weapons"}, "only what the pack changed"
    here = Job(fight.book, fight.content, fight.state, {}, 3).block(0, 5)
    assert played_there(fight, {}, address, tmp_path) == here


def test_a_policy_in_a_file_goes_there_as_text(address: str, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    fight = starfray.load(DEMO.with_name("ten-paces.toml"))
    policies = {sides(fight.state)[0]: f"{own}:Passive"}
    here = Job(fight.book, fight.content, fight.state, policies, 3).block(0, 5)
    assert here != Job(fight.book, fight.content, fight.state, {}, 3).block(0, 5)
    assert played_there(fight, policies, address, tmp_path) == here


def test_a_policy_in_a_module_goes_there_with_what_it_imports(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    fight = starfray.load(DEMO.with_name("ten-paces.toml"))
    policies = {sides(fight.state)[0]: "tactics.careful:Careful"}
    here = Job(fight.book, fight.content, fight.state, policies, 3).block(0, 5)
    needed = {"tactics", "tactics.careful", "tactics.basic", "habits", "habits.words"}
    assert setup_of(fight, policies, 3).texts.keys() == needed
    assert played_there(fight, policies, address, tmp_path) == here


def test_a_policy_that_fails_there_is_told_with_its_name(address: str, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    with pytest.raises(PolicyFault, match=r"own\.py:Raises: act for a failed .KeyError: 'lost'"):
        simulate(starfray.loads(DUEL), 10, cluster=address, policies={"red": f"{own}:Raises"})


def test_a_job_is_as_many_blocks_as_last_a_tenth_of_a_second(address: str) -> None:
    with ClusterPool([], address, 0) as pool:
        assert isinstance(pool, ClusterPool)
        for seconds, blocks in ((0.3, 1), (0.01, 1), (0.01, 1), (0.01, 2), (0.01, 3)):
            pool._measure(seconds)
            assert pool.blocks == blocks
        for _ in range(50):
            pool._measure(1e-7)
        assert pool.blocks == cluster.MOST_BLOCKS


def test_errors_of_dask_are_told_in_words_and_those_of_the_rules_as_they_are(address: str) -> None:
    with ClusterPool([], address, 0) as pool:
        assert isinstance(pool, ClusterPool)
        for own in (KeyError("x"), AttributeError("'NoneType' object has no attribute 'hp'")):
            assert pool._told(own) is own
        killed = pool.dask.KilledWorker("play", None, 3)
        for error, words in (
            (killed, "some fights bring down every worker"),
            (ConnectionError(), f"the scheduler at {address} was lost"),
            (AttributeError("Can't get attribute 'play' on <module>"), "do not know what to play"),
            (ModuleNotFoundError("No module named 'starfray'"), "do not know what to play"),
        ):
            assert words in str(pool._told(error))
            assert isinstance(pool._told(error), StarfrayError)


# --- what cannot work -----------------------------------------------------------------------------------------------


def test_another_version_there_is_named(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = cluster_worker.build()
    for build, words in (
        (ours._replace(starfray="9.9"), rf"a worker on \S+ runs Starfray {ours.starfray}, here it is 9\.9"),
        (ours._replace(python="3.99"), rf"a worker on \S+ runs Python {ours.python}, here it is 3\.99"),
        (ours._replace(rules="abc"), rf"with other rules or data \({ours.rules}\) than here \(abc\)"),
    ):
        monkeypatch.setattr(cluster, "build", lambda build=build: build)
        with pytest.raises(BadInput, match=words):
            simulate(starfray.loads(DUEL), 10, cluster=address)


@pytest.mark.parametrize(
    ("who", "what", "words"),
    [
        ("workers", {"starfray": "0.0.9"}, "the worker tcp://two:1 runs Starfray 0.0.9, here it is 0.1.0"),
        ("workers", {"python": "3.12.1.final.0"}, "the worker tcp://two:1 runs Python 3.12, here it is 3.11"),
        ("scheduler", {"starfray": None}, "the scheduler has no Starfray, here it is 0.1.0"),
    ],
)
def test_versions_are_compared_on_connecting(who: str, what: dict[str, str], words: str) -> None:
    class Told:
        def wait_for_workers(self, least: int, timeout: float) -> None:
            assert least == 1

        def get_versions(self, packages: list[str]) -> dict[str, Any]:
            here = {"packages": {"starfray": "0.1.0", "python": "3.11.7.final.0"}}
            there = {"packages": {**here["packages"], **what}}
            return {
                "client": here,
                "scheduler": there if who == "scheduler" else here,
                "workers": {"tcp://one:1": here, "tcp://two:1": there if who == "workers" else here},
            }

    with pytest.raises(BadInput, match=words):
        cluster.check(Told(), "x")


def test_a_scheduler_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with (
        cluster.local_cluster(0) as local,
        pytest.raises(BadInput, match="has no workers; expected some, started with: dask worker tcp://127"),
    ):
        simulate(starfray.loads(DUEL), 10, cluster=local.scheduler_address)


def test_a_lost_scheduler_is_told() -> None:
    local = cluster.local_cluster(1)

    def lose(result: Result, count: int) -> None:
        if result.fights < count:
            local.close()

    with local, pytest.raises(StarfrayError, match=r"the scheduler at tcp://127\S+ was lost"):
        simulate(starfray.load(DEMO), 10_000, cluster=local.scheduler_address, progress=lose)


def test_a_cluster_without_workers_is_given_up_in_the_end(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forsaken:
        def done(self) -> bool:
            return False

    with ClusterPool([], address, 0) as pool:
        assert isinstance(pool, ClusterPool)
        monkeypatch.setattr(cluster, "ALONE", 0.2)
        monkeypatch.setattr(pool.client, "nthreads", dict)
        monkeypatch.setattr(pool.dask, "wait", slow)
        pool.counted = 0.0
        with pytest.raises(StarfrayError, match=r"has had no workers for \d+ seconds"):
            pool._wait(Forsaken())


def slow(jobs: list[object], timeout: float) -> None:
    time.sleep(0.1)
    raise TimeoutError


def test_an_address_where_nobody_answers_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
    assert main(["sim", str(DEMO), "-n", "10", "--cluster", address]) == 2
    assert f"--cluster: no scheduler answers at {address}" in capsys.readouterr().err
    for bad in ("nowhere", "http://127.0.0.1:80", "tcp://:8786", "127.0.0.1:x"):
        assert main(["whatif", str(DEMO), "--cluster", bad]) == 2
        assert f"--cluster: {bad!r} is no address" in capsys.readouterr().err


def test_without_dask_the_command_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["sim", str(DEMO), "-n", "10", "--cluster", "local"]) == 2
    assert 'pip install "starfray[cluster]"' in capsys.readouterr().err


def test_workers_are_asked_for_here_or_on_a_cluster_started_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", str(DEMO), "--cluster", "tcp://somewhere:8786", "--workers", "2"]) == 2
    assert "the cluster at tcp://somewhere:8786 has workers of its own" in capsys.readouterr().err
    assert main(["sim", str(DEMO), "--cluster", "local", "--workers", "0"]) == 2


def test_dask_is_imported_only_when_it_is_wanted() -> None:
    code = (
        f"import sys; from starfray.cli import main; assert main(['sim', {str(DEMO)!r}, '-n', '1']) == 0; "
        "assert not {'dask', 'distributed', 'tornado'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_commands_play_on_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    for given in (["sim", str(DEMO), "-n", "20"], ["whatif", str(DEMO), "-n", "10", "--vary", "policy the galley = random"]):
        found = []
        for extra in (["--workers", "1"], ["--cluster", address]):
            assert main([*given, *extra, "--json"]) == 0
            found.append({key: value for key, value in json.loads(capsys.readouterr().out).items() if "second" not in key})
        assert found[0] == found[1]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux keeps them")
def test_a_cluster_started_here_ends_with_an_interrupt_and_leaves_nobody_behind() -> None:
    command = [sys.executable, "-m", "starfray.cli", "sim", str(DEMO), "-n", "1000000", "--cluster", "local", "--workers", "2"]
    ran = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until and len(session(ran.pid)) < 4:  # itself, two workers, and who tidies up after them
            time.sleep(0.1)
        time.sleep(2)
        os.killpg(ran.pid, signal.SIGINT)  # as the terminal does: everybody gets it
        out, err = ran.communicate(timeout=90)  # on a busy machine Dask takes its time to close
        until = time.monotonic() + 10
        while time.monotonic() < until and session(ran.pid):
            time.sleep(0.1)
        assert session(ran.pid) == []
    finally:
        with suppress(ProcessLookupError):
            os.killpg(ran.pid, signal.SIGKILL)
    assert "Traceback" not in err
    assert (ran.returncode, err) in ((0, ""), (130, "starfray: interrupted\n")), "what is there, if there is something"
    assert ("times" in out) == (ran.returncode == 0)


def session(leader: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, own = path.read_text().rpartition(")")[2].split()[:4]
            if int(own) == leader and state not in "ZX":
                found.append(int(path.parent.name))
    return found
