"""The planner: a policy that tries its actions in playouts and takes what turns out best (docs/planner.md)."""
