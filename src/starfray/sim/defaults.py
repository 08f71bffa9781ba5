"""What the command line offers by itself; it stands apart from what is imported only to play."""

LOCAL = "local"  # the address of a cluster that is started here
STRONG_FIGHTS = 100  # fights by a strong policy
