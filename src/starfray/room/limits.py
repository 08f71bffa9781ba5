"""Every limit of the server, in one place; docs/room.md says what they are for. (A fight's own, as the number of combatants
or the depth of a file, stand in the engine.)
"""

from __future__ import annotations

# What comes in
MAX_BODY = 1_200_000  # bytes of a request
MAX_SHEET = 20_000_000  # bytes of a file of another program, as on the command line
MAX_FRAME = 65_536  # characters of a message on the socket
MOST_HELD = 400_000_000  # bytes of all requests that are still coming in
MAX_TEXT = 1_000_000  # characters of a fight handed over
MAX_FIGHT = 4_000_000  # characters of its save, once it is built
MOST_FILES = 60  # parties and packs that come with it,
MOST_CHARACTERS = 1_000_000  # and their length in all
MOST_MEMBERS = 60  # of a party
MOST_SEATS = 60  # of a room

# Campaigns
MOST_ENTRIES = 2_000  # of a campaign,
MAX_ENTRY = 200_000  # characters of one,
MAX_CAMPAIGN = 40_000_000  # and of all, past versions included
MOST_VERSIONS = 40  # of an entry that are kept
MERGE_SECONDS = 60.0  # what somebody types within that is one version
MOST_TAGS = 12  # of an entry
MAX_PICTURE = 12_000_000  # bytes of one that is handed over,
MAX_PIXELS = 40_000_000  # and what it unpacks to
MOST_PICTURES = 500  # of a campaign,
MAX_PICTURES = 60_000_000  # and characters of all of them, as they are kept

ARCHIVES = 2  # campaigns that are packed at once

# Webhooks
MAX_HOOK_URL = 500  # characters
MOST_HOOKS, MOST_HOOKS_OF_SEAT = 20, 5  # of a room; of a player
MOST_NOTICES = 200  # messages of a room that wait; then the oldest are dropped
HOOK_SECONDS = 10.0  # for one message, from the connection to the head of the answer
HOOK_SENDERS = 8  # messages at once
HOOK_PAUSES = (5.0, 30.0, 120.0, 600.0, 3600.0, 6 * 3600.0, 24 * 3600.0)  # before each further try
HOOK_CLAIM = 60.0  # after which a message is sent again whose sender has died
HOOK_LOOK = 30.0  # between two looks for messages that are due

# Who comes in
RATE, BURST = 100.0, 400.0  # requests a second from one address, and so many at once before that counts
BYTES_OF_ONE = 12_000  # of a body that is parsed count as one request more
MAKING, MAKING_BURST = 1.0, 50.0  # new rooms and parties from one address
JOINING, JOINING_BURST = 0.2, 20.0  # tries at join codes from one address
TALKING, TALKING_BURST = 40.0, 120.0  # messages a second from one seat, over all its sockets
MOST_CALLERS = 20_000  # addresses, or seats, whose rates are remembered
SOCKET_COST = 5.0  # a new socket counts as so many requests
SOCKETS_OF_ONE = 200  # open sockets from one address
MOST_SOCKETS = 4_000  # in all
MOST_CONNECTIONS = 6_000  # in all, sockets and others

# How long we wait
HEAD_SECONDS = 10.0  # for a request, from the connection or its first byte to the end of its head
BODY_SECONDS = 30.0  # for the rest of it
IDLE_SECONDS = 30  # for another request on the same connection
HELLO_SECONDS = 10.0  # for the first message on a socket
SILENT_SECONDS = 60.0  # for the next one; pages send a ping every few seconds
READY_SECONDS = 6.0  # for a sign that the disk takes what we write
BUSY_SECONDS = 5.0  # for the database, while somebody else holds it
BEAT_SECONDS = 0.7  # PostgreSQL: between two signs that this process is there,
LEASE_SECONDS = 3.0  # and for the next one, before others take its rooms
TAKEOVER_SECONDS = 6.0  # for somebody to take a room whose process is gone
RELAY_SECONDS = 40.0  # for the answer of another process
MOST_MOVED = 8  # rooms that go to another process from one sign to the next, when there is a new one
VANISHED_SECONDS = 2.0  # PostgreSQL: for the next word of a process that has begun to write

# Reading what strangers hand over
INTAKE_READERS = 2  # processes
INTAKE_MEMORY = 512 * 2**20  # bytes a reader may take beyond what it starts with
INTAKE_SECONDS = 15.0  # for one fight, party or sheet
INTAKE_WAITING = 16  # readings that wait or run at once,
INTAKE_OF_ONE = 6  # of one address
INTAKE_WORKS = 200  # readings after which a reader is replaced by a fresh one

# Long work
QUICK_SECONDS = 0.02  # what takes a room longer leaves the loop,
QUICK_ROSTER = 24  # and so does a room with more combatants
THREADS = 32  # for rooms that are slow, being read, being exported
ROOMS_READ = 4  # at once; the others wait, so that the first can be used soon when many come after a restart
LONG_SECONDS = 0.1  # a room that worked longer than that rests afterwards,
SETTLE_SECONDS = 10.0  # a table that was quiet for so long has its position written
MOST_REST = 2.0  # as long as it worked, but no longer than that

# Looking ahead
ODDS_WORKERS = 2  # processes; a room has one of them at a time, and who has used them least comes first
ODDS_OF_SEAT = 8  # questions a seat may have waiting,
ODDS_OF_ROOM = 16  # a room,
MOST_ODDS = 200  # and everybody together
ODDS_PATIENCE = 20.0  # seconds for one, and as many for its turn
