"""What can be done in a Coriolis fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Shot(Action):
    KIND: ClassVar[str] = "shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class AimedShot(Action):
    KIND: ClassVar[str] = "aimed-shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class QuickShot(Action):
    KIND: ClassVar[str] = "quick-shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class FullAuto(Action):
    KIND: ClassVar[str] = "full-auto"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class MeleeAttack(Action):
    KIND: ClassVar[str] = "melee-attack"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class QuickMelee(Action):
    KIND: ClassVar[str] = "quick-melee"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Along a path of points; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "move"
    path: tuple[Point, ...] = ()
    target: str = ""
    metres: float = -1.0
    sneaking: bool = False


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


@dataclass(frozen=True, slots=True)
class EnterOverwatch(Action):
    """Toward a point; without a map, on the people named."""

    KIND: ClassVar[str] = "overwatch"
    toward: Point | None = None
    watching: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a weapon, letting go of what is in the way, or of the one named."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    drop: str = ""


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Pick up what lies within reach, one's own or somebody else's."""

    KIND: ClassVar[str] = "pick-up"
    weapon: str
    owner: str = ""
    drop: str = ""


@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


@dataclass(frozen=True, slots=True)
class GetUp(Action):
    KIND: ClassVar[str] = "get-up"


@dataclass(frozen=True, slots=True)
class DelaySlot(Action):
    """Act later in this turn: directly after somebody's slot, or before it."""

    KIND: ClassVar[str] = "delay"
    beside: str
    before: bool = False


@dataclass(frozen=True, slots=True)
class HelpOther(Action):
    """Give a comrade a die for her next action of that kind."""

    KIND: ClassVar[str] = "help"
    target: str
    action: str


@dataclass(frozen=True, slots=True)
class Command(Action):
    """Order a comrade to do something to somebody; the sixes of a Command test are her dice."""

    KIND: ClassVar[str] = "command"
    target: str
    action: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class Rally(Action):
    """Bring back a comrade who is broken by stress."""

    KIND: ClassVar[str] = "rally"
    target: str


@dataclass(frozen=True, slots=True)
class Shout(Action):
    """A few words to a comrade."""

    KIND: ClassVar[str] = "shout"
    words: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class UseSkill(Action):
    """Work on something that takes a skill: the GM says what comes of it."""

    KIND: ClassVar[str] = "tinker"
    what: str
    skill: str = "technology"
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class MysticPower(Action):
    """Use a mystical power: the GM says what comes of it."""

    KIND: ClassVar[str] = "mystic-power"
    what: str
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class GrappleAttack(Action):
    KIND: ClassVar[str] = "grapple-attack"


@dataclass(frozen=True, slots=True)
class BreakFree(Action):
    KIND: ClassVar[str] = "break-free"


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Let go of somebody held in a clinch."""

    KIND: ClassVar[str] = "release"


@dataclass(frozen=True, slots=True)
class FirstAid(Action):
    """Get somebody who is Broken back on her feet."""

    KIND: ClassVar[str] = "first-aid"
    target: str
    gear: str = ""


@dataclass(frozen=True, slots=True)
class Surgery(Action):
    """Save the life of somebody with a fatal injury."""

    KIND: ClassVar[str] = "surgery"
    target: str
    injury: str = ""
    gear: str = ""


@dataclass(frozen=True, slots=True)
class TreatRadiation(Action):
    """Take radiation off somebody."""

    KIND: ClassVar[str] = "treat-radiation"
    target: str
    gear: str = ""


@dataclass(frozen=True, slots=True)
class Inject(Action):
    """Fire a ballistic m-injector at a patient and treat her: Broken, or the fatal injury named."""

    KIND: ClassVar[str] = "inject"
    target: str
    weapon: str = ""
    injury: str = ""


@dataclass(frozen=True, slots=True)
class Apply(Action):
    """Put a spider doctor or a healing scarab on somebody."""

    KIND: ClassVar[str] = "apply"
    gear: str
    target: str


@dataclass(frozen=True, slots=True)
class Douse(Action):
    """Put out a fire, one's own or another's."""

    KIND: ClassVar[str] = "douse"
    target: str = ""


@dataclass(frozen=True, slots=True)
class TakeDrug(Action):
    """Take a dose of mind-enhancing narcotics."""

    KIND: ClassVar[str] = "take-drug"
    attribute: str


@dataclass(frozen=True, slots=True)
class PoisonWeapon(Action):
    """Put poison on a weapon in hand."""

    KIND: ClassVar[str] = "poison-weapon"
    weapon: str
    poison: str


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Throw a grenade, as a Shot or as a Quick shot."""

    KIND: ClassVar[str] = "throw"
    target: str
    weapon: str
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Plant(Action):
    """Put a charge down."""

    KIND: ClassVar[str] = "plant"
    weapon: str


@dataclass(frozen=True, slots=True)
class Detonate(Action):
    KIND: ClassVar[str] = "detonate"
    weapon: str


@dataclass(frozen=True, slots=True)
class SetUp(Action):
    """Make a Mounted weapon ready, or take it down again."""

    KIND: ClassVar[str] = "set-up"
    weapon: str


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Get into a vehicle."""

    KIND: ClassVar[str] = "enter"
    vehicle: str
    driver: bool = False


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Get out of a vehicle."""

    KIND: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class StartVehicle(Action):
    KIND: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Drive(Action):
    """Drive to a point; a manoeuvre takes a Pilot test."""

    KIND: ClassVar[str] = "drive"
    to: Point
    manoeuvre: bool = False


@dataclass(frozen=True, slots=True)
class Ram(Action):
    KIND: ClassVar[str] = "ram"
    target: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The slot is over; unspent AP stay for reactions until the turn ends."""

    KIND: ClassVar[str] = "end-turn"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"


@dataclass(frozen=True, slots=True)
class SneakUp(Action):
    """The sneak attackers test Infiltration."""

    KIND: ClassVar[str] = "sneak-up"


@dataclass(frozen=True, slots=True)
class SpiderTreats(Action):
    """The spider doctor on a patient does its work."""

    KIND: ClassVar[str] = "spider"


@dataclass(frozen=True, slots=True)
class SlotPasses(Action):
    """Whoever is up can no longer act: brought down in her own slot, or gone."""

    KIND: ClassVar[str] = "slot-passes"


@dataclass(frozen=True, slots=True)
class Part(Action):
    """A clinch is over whose two are no longer together: one has left the fight, or was moved away."""

    KIND: ClassVar[str] = "part"


@dataclass(frozen=True, slots=True)
class Panic(Action):
    """The slot of somebody who broke under stress and flees or attacks of her own accord."""

    KIND: ClassVar[str] = "panic"


@dataclass(frozen=True, slots=True)
class Join(Action):
    """A latecomer rolls initiative."""

    KIND: ClassVar[str] = "join"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Shot,
        AimedShot,
        QuickShot,
        FullAuto,
        MeleeAttack,
        QuickMelee,
        Move,
        TakeCover,
        EnterOverwatch,
        Reload,
        Draw,
        PickUp,
        GoProne,
        GetUp,
        DelaySlot,
        HelpOther,
        Command,
        Rally,
        Shout,
        UseSkill,
        MysticPower,
        GrappleAttack,
        BreakFree,
        Release,
        FirstAid,
        Surgery,
        TreatRadiation,
        Inject,
        Apply,
        Douse,
        TakeDrug,
        PoisonWeapon,
        Throw,
        Plant,
        Detonate,
        SetUp,
        Enter,
        Leave,
        StartVehicle,
        Drive,
        Ram,
        EndTurn,
    )
}
STEPS: dict[str, type[Action]] = {
    kind.KIND: kind for kind in (Begin, TurnStart, Join, SpiderTreats, SneakUp, SlotPasses, Panic, Part)
}
