"""What can be done in a Compound X fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Run(Action):
    """Along a path of points, for 1 or 2 Actions; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "run"
    path: tuple[Point, ...] = ()
    actions: int = 2
    cover: str = ""  # the cover to end up behind
    sprint: bool = False
    target: str = ""
    metres: float = -1.0


@dataclass(frozen=True, slots=True)
class Aim(Action):
    KIND: ClassVar[str] = "aim"
    target: str


@dataclass(frozen=True, slots=True)
class CeaseAim(Action):
    KIND: ClassVar[str] = "cease-aim"


@dataclass(frozen=True, slots=True)
class Fire(Action):
    KIND: ClassVar[str] = "fire"
    target: str
    weapon: str = ""
    mode: str = "semi"
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Suppress(Action):
    """The last Action of the turn: it ends it."""

    KIND: ClassVar[str] = "suppress"
    target: str
    weapon: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Keep 1 or 2 Actions for a trigger; it ends the turn. The plan is verbs joined by +, as aim+semi."""

    KIND: ClassVar[str] = "hold"
    trigger: str
    plan: tuple[str, ...] = ()
    actions: int = 1
    foe: str = ""
    at: Point | None = None
    radius: float = 1.0
    text: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Rechamber(Action):
    """Work the pump or bolt, cock a revolver, spin up the barrels."""

    KIND: ClassVar[str] = "rechamber"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""
    load: str = ""  # buckshot or slug; a launcher's grenade


@dataclass(frozen=True, slots=True)
class ClearJam(Action):
    KIND: ClassVar[str] = "clear-jam"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take up a weapon, from the holster or from the ground."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    keep: bool = False  # keep what is in the other hand


@dataclass(frozen=True, slots=True)
class Crouch(Action):
    KIND: ClassVar[str] = "crouch"


@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


@dataclass(frozen=True, slots=True)
class Stand(Action):
    KIND: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class Hunker(Action):
    KIND: ClassVar[str] = "hunker"


@dataclass(frozen=True, slots=True)
class Unhunker(Action):
    KIND: ClassVar[str] = "unhunker"


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    """Use cover that is within reach of where one is."""

    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Unspent Actions are lost. One may turn to face a point."""

    KIND: ClassVar[str] = "end-turn"
    facing: Point | None = None


@dataclass(frozen=True, slots=True)
class Jump(Action):
    """Part of a movement Action: across to a point, or up by so many metres."""

    KIND: ClassVar[str] = "jump"
    to: Point | None = None
    up: int = 0


@dataclass(frozen=True, slots=True)
class Strike(Action):
    KIND: ClassVar[str] = "strike"
    target: str
    weapon: str = ""
    nonlethal: bool = False
    two_handed: bool = False


@dataclass(frozen=True, slots=True)
class Grapple(Action):
    """Take hold of somebody."""

    KIND: ClassVar[str] = "grapple"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Pin(Action):
    KIND: ClassVar[str] = "pin"


@dataclass(frozen=True, slots=True)
class Restrain(Action):
    """Bind somebody pinned."""

    KIND: ClassVar[str] = "restrain"
    kit: str = "zip-cuffs"


@dataclass(frozen=True, slots=True)
class Choke(Action):
    """Towards a knockout or a kill of somebody pinned: two checks won in a row."""

    KIND: ClassVar[str] = "choke"
    effort: str = "knockout"


@dataclass(frozen=True, slots=True)
class Disengage(Action):
    KIND: ClassVar[str] = "disengage"
    skill: str = ""


@dataclass(frozen=True, slots=True)
class GainControl(Action):
    KIND: ClassVar[str] = "gain-control"


@dataclass(frozen=True, slots=True)
class Shove(Action):
    KIND: ClassVar[str] = "shove"
    target: str
    to: Point | None = None  # the direction; straight away if left out
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Kick(Action):
    KIND: ClassVar[str] = "kick"
    target: str
    to: Point | None = None


@dataclass(frozen=True, slots=True)
class Trip(Action):
    KIND: ClassVar[str] = "trip"
    target: str


@dataclass(frozen=True, slots=True)
class Disarm(Action):
    KIND: ClassVar[str] = "disarm"
    target: str
    item: str
    skill: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class BreakBonds(Action):
    KIND: ClassVar[str] = "break-bonds"
    stat: str = "strength"


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """A thrown weapon at somebody."""

    KIND: ClassVar[str] = "throw"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Cook(Action):
    """Hold a live grenade for an Action: nobody will dodge it."""

    KIND: ClassVar[str] = "cook"
    grenade: str = ""


@dataclass(frozen=True, slots=True)
class Lob(Action):
    """A grenade at a point."""

    KIND: ClassVar[str] = "lob"
    at: Point
    grenade: str = ""


@dataclass(frozen=True, slots=True)
class SetCharge(Action):
    """Place a charge where one stands."""

    KIND: ClassVar[str] = "set-charge"
    grenade: str = ""


@dataclass(frozen=True, slots=True)
class Detonate(Action):
    KIND: ClassVar[str] = "detonate"


@dataclass(frozen=True, slots=True)
class Stabilise(Action):
    KIND: ClassVar[str] = "stabilise"
    target: str
    kit: str = ""  # whose: self, target, or the assistant's name
    assistant: str = ""


@dataclass(frozen=True, slots=True)
class Treat(Action):
    """Stop a bleeding or put out a fire."""

    KIND: ClassVar[str] = "treat"
    target: str
    condition: str = "bleeding"


@dataclass(frozen=True, slots=True)
class Skill(Action):
    """Any other skill check the GM sets a DC for."""

    KIND: ClassVar[str] = "skill"
    skill: str
    dc: int = 50
    stat: str = ""
    limbs: bool = True


@dataclass(frozen=True, slots=True)
class UseAbility(Action):
    """A spell or another ability: 1 Action, its effect in words."""

    KIND: ClassVar[str] = "use-ability"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Free(Action):
    """A free action: talk, look round, shut one's eyes, switch a weapon light."""

    KIND: ClassVar[str] = "free"
    what: str = "talk"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Flashlight(Action):
    KIND: ClassVar[str] = "flashlight"


@dataclass(frozen=True, slots=True)
class ShiftAim(Action):
    """When the death of the target was expected: free, to somebody within 5 m of it. Optional."""

    KIND: ClassVar[str] = "shift-aim"
    target: str


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Unfold a bipod, or switch a beam between scatter and focus."""

    KIND: ClassVar[str] = "deploy"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Swing a magnifier out of the way, or back."""

    KIND: ClassVar[str] = "flip"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """Set the scope for a target at another distance."""

    KIND: ClassVar[str] = "adjust"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Cloak(Action):
    """Switch a cloak on, paid with nanites."""

    KIND: ClassVar[str] = "cloak"
    module: str = ""


@dataclass(frozen=True, slots=True)
class UseKit(Action):
    """Take up something that is used up at once: a nanite pack."""

    KIND: ClassVar[str] = "use-kit"
    kit: str = "nanite-pack"


@dataclass(frozen=True, slots=True)
class LookOut(Action):
    """Look for somebody hidden or cloaked."""

    KIND: ClassVar[str] = "look-out"


@dataclass(frozen=True, slots=True)
class Calm(Action):
    """A Will save against Fear."""

    KIND: ClassVar[str] = "calm"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"
    who: str


@dataclass(frozen=True, slots=True)
class TurnOver(Action):
    """Whoever is Downed, passes out or leaves in the middle of a turn has no more of it."""

    KIND: ClassVar[str] = "turn-over"
    who: str


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Run,
        Jump,
        Aim,
        CeaseAim,
        ShiftAim,
        Fire,
        Suppress,
        Hold,
        Rechamber,
        Reload,
        ClearJam,
        Deploy,
        Flip,
        Adjust,
        Draw,
        Strike,
        Grapple,
        Pin,
        Restrain,
        Choke,
        Disengage,
        GainControl,
        Shove,
        Kick,
        Trip,
        Disarm,
        BreakBonds,
        Throw,
        Cook,
        Lob,
        SetCharge,
        Detonate,
        Stabilise,
        Treat,
        Skill,
        UseAbility,
        UseKit,
        Cloak,
        LookOut,
        Calm,
        Flashlight,
        Free,
        Crouch,
        GoProne,
        Stand,
        Hunker,
        Unhunker,
        TakeCover,
        EndTurn,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, TurnStart, TurnOver)}
