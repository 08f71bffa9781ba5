"""For those who write rulebooks: the conformance kit every book must pass."""

from starfray.testing.conformance import Effort, Nonconforming, Report, check_rulebook

__all__ = ["Effort", "Nonconforming", "Report", "check_rulebook"]
