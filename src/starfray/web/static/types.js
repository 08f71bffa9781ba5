// @ts-check
// The shapes of what a seat receives. Nothing runs here.

// --- from the server's models: written by python -m tools.page_types ---
/** @typedef {{seat: string, name: string, share: string}} SharePart */
/** What every seat may know of how the dice were drawn. @typedef {{commitments: Record<string, string>, shares: SharePart[], reveals: number, published: boolean}} DicePart */
/** @typedef {{winners: string[], reason: string, rule: string}} OutcomePart */
/** @typedef {{id: string, title: string, timeout: number, pace: "off"|"slow"|"normal"|"quick", board: string, reproducible: boolean, dice: DicePart|null, book: string, rulebook: string, unit: string, status: "open"|"over"|"archived", outcome: OutcomePart|null}} RoomPart */
/** @typedef {{seat: string, kind: "gm"|"player"|"spectator"|"tv", name: string, plays: string[], hand: boolean}} You */
/** @typedef {{seat: string, kind: "gm"|"player"|"spectator"|"tv", name: string, plays: string[], online: boolean, taken: boolean}} Seat */
/** @typedef {{when: string, who: string, name: string, what: string, status: string}} Moment */
/** @typedef {{who: string, name: string, yours: boolean, text: string, said?: boolean}} Expected */
/** Why something cannot be done: the rule, in words, and what would be legal. @typedef {{rule: string, reason: string, legal?: string[], ok?: false}} Refusal */
/** @typedef {{rule: string, summary: string}} Cited */
/** @typedef {{amount: number, rule: string, note: string, summary: string}} Reason */
/** A number with its reasons. @typedef {{total: number, reasons: Reason[]}} Tally */
/** What an answer comes to; with `refused`, one that cannot be given now. @typedef {{title: string, words: string, p: number|null, aside: string, refused: string}} AnswerCard */
/** @typedef {{key: string, label: string, note: string, rule?: string, tally?: Tally|null, least?: number, most?: number, p?: number|null, distance?: string, card?: AnswerCard|null}} Option */
/** One blank of a form. @typedef {{name: string, kind: string, label: string, role: string, main: boolean, unit: string, options: Option[], low: number, high: number, required: boolean, default: string, centre: number[]|null, hint: string, barred?: AnswerCard[]}} Field */
/** A kind of action as it is offered to somebody now. @typedef {{kind: string, label: string, cost: string, group: string, hint: string, friends: boolean, refused: Refusal|null, rule: string, summary: string, hints: Cited[], fields: Field[]}} Form */
/** @typedef {{who: string, name: string, rule: string, sealed: boolean}} Waiting */
/** Somebody who chooses under seal, and whether that is done. @typedef {{who: string, name: string, done: boolean}} Choosing */
/** @typedef {{text: string, why: string}} Suggested */
/** @typedef {{actors: string[], yours: string[], expects: Expected[], due: string, besides: Record<string, Form[]>, waiting: Waiting[], sealed: Choosing[], suggest: Record<string, Suggested|null>}} Turn */
/** @typedef {{state: "up"|"down"|"out"|"dead", word: string}} Status */
/** Of a kind: what one is hurt in, or what a turn pays with. @typedef {{key: string, label: string, now: number, most: number, kind: "health"|"turn"}} Pool */
/** @typedef {{name: string, note: string, rule: string, summary: string, tone: "bad"|"good"|"plain"}} Condition */
/** @typedef {{label: string, value: string, path: string, rule: string, summary: string, assumed: boolean, gm: boolean, brief?: boolean}} Line */
/** @typedef {{label: string, metres: number, rule: string}} RingPart */
/** A combatant as the seat may know it. @typedef {{id: string, name: string, side: string, squad: string, seat: string, portrait: string, hidden: boolean, out: string, at: number[]|null, facing: number|null, status: Status, pools: Pool[], conditions: Condition[], lines: Line[], rings: RingPart[], dial: Record<string, string>}} Card */
/** What the seat's side has seen, in square cells: a word for each row from the south, 1 for seen. @typedef {{edge: number, rows: string[]}} FogPart */
/** What lies under the map: the picture /pictures/NAME.webp ('': none), or in fog /api/rooms/ROOM/under/COVERED.webp; and the lines of a grid. @typedef {{picture: string, at: number[], size: number[]|null, grid: "none"|"square"|"hex", cell: number, offset: number[], covered: string}} BackdropPart */
/** @typedef {{name: string, kind: string, rating: number, at: number[]|null, reach: number}} Cover */
/** @typedef {{name: string, kind: string, at: number[], radius: number}} Zone */
/** A wall, a window or a door along its points; only a door can be open. @typedef {{name: string, kind: "wall"|"window"|"door", open: boolean, points: number[][]}} Wall */
/** @typedef {{kind: string, between: string[], value: number}} Relation */
/** @typedef {{map: number[]|null, cells: string, fog: FogPart|null, backdrop: BackdropPart|null, cover: Cover[], zones: Zone[], walls: Wall[], relations: Relation[]}} ScenePart */
/** An ending the fight declares beside the book's own. @typedef {{side: string, text: string, progress: string, at: number[]|null, radius: number}} Goal */
/** What lies over the ground; radius 0: without end, width 0: all around. @typedef {{kind: string, label: string, who: string, name: string, at: number[], radius: number, toward: number[]|null, width: number, rule: string, summary?: string}} Area */
/** @typedef {{id: string, label: string, who: string, state: string, note: string}} DiagramNode */
/** @typedef {{from: string, to: string, label: string, value: number}} DiagramLink */
/** @typedef {{label: string, who: string, state: string}} DiagramSlot */
/** @typedef {{id: string, label: string, state: string, note: string, now: boolean, place: number|null, gap: string, slots: DiagramSlot[]}} DiagramLane */
/** @typedef {{who: string, label: string, from: number, to: number, state: string}} DiagramBar */
/** @typedef {{who: string, label: string, words: string, state: string, amount: number|null}} DiagramPart */
/** @typedef {{label: string, amount: number}} DiagramTerm */
/** @typedef {{title: string, total: number, words: string, chance: number|null, terms: DiagramTerm[]}} DiagramSum */
/** A picture of a fight as data. @typedef {{kind: string, title: string, nodes: DiagramNode[], links: DiagramLink[], lanes: DiagramLane[], bars: DiagramBar[], now: number, parts: DiagramPart[], sum: DiagramSum|null, ahead: string}} Diagram */
/** An open question. @typedef {{id: string, kind: string, rule: string, summary: string, who: string, name: string, prompt: string, options: Option[], barred: AnswerCard[], amount: number, low: number, high: number, dice: string, sides: number[]|null, centre: number[]|null, suggested: string, tally: Tally|null, secret: boolean, sealed: boolean, why: string, facts: Record<string, number>, yours: string, mine?: boolean}} Ask */
/** @typedef {{text: string, by: string, who: string, events: number}} DraftPart */
/** @typedef {{text: string, by: string}} Queued */
/** A line of the log. @typedef {{n: number, i: number, text: string, who: string, whom: string, rule: string, summary: string, tally: Tally|null, faces: number[]|null, sides: number[]|null, by: Cited[], marks: string[], kind: string, place?: number|null}} Row */
/** @typedef {{who: string, faces: number[], sides: number, counted: number[]}} Throw */
/** @typedef {{key: string, label: string, before: number, after: number}} Change */
/** What an act came to for one of those concerned. @typedef {{who: string, name: string, changes: Change[], gained: string[], lost: string[], status: string}} Effect */
/** An act in a sentence, with its dice and effects. @typedef {{n: number, who: string, name: string, kind: string, auto: boolean, headline: string, weight: "quiet"|"act"|"scratch"|"wound"|"down"|"death", whom: string[], dice: Throw[], parts: Effect[], rows: number[], you: Record<string, string>, others?: string}} Told */
/** What a player wants of the GM. @typedef {{n: number, kind: string, seat?: string, by?: string, name?: string, why?: string, who?: string, text?: string}} Asked */
/** @typedef {{n: number, kind: string, accepted: boolean}} Answered */
/** @typedef {{undo: boolean, redo: boolean, undo_request: Asked|null, requests: Asked[], answered: Answered|null, entries: number}} HistoryPart */
/** @typedef {{shared: boolean, house: boolean, timeout: number, board: boolean}} GmRoom */
/** @typedef {{amount: number, note: string}} ModifierPart */
/** @typedef {{notes: string, secret: string[], hidden: boolean, orders: Record<string, string>, party: string, modifiers: ModifierPart[]}} GmCombatant */
/** A command of the GM, as it is typed. @typedef {{kind: string, usage: string}} GmKind */
/** @typedef {{usage: string, summary: string, rule: string}} ProcedurePart */
/** @typedef {{key: string, choices: string[], now: string, summary: string, rule: string}} Ruling */
/** @typedef {{undone: number, abandoned: number}} AuditCounts */
/** What only the GM's seat receives. @typedef {{room: GmRoom, notes: string, fog: boolean, combatants: Record<string, GmCombatant>, kinds: GmKind[], procedures: ProcedurePart[], rulings: Ruling[], concealable: string[], requests: Asked[], dropped: string[], audit: AuditCounts}} GmView */
/** Everything a seat may know. @typedef {{room: RoomPart, you: You, seats: Seat[], agenda: Moment[], turn: Turn, cards: Record<string, Card>, order: string[], scene: ScenePart, goals: Goal[], areas: Area[], diagram: Diagram|null, forms: Record<string, Form[]>, asks: Ask[], draft: DraftPart|null, queued: Queued[], log: Row[], acts: Told[], history: HistoryPart, gm: GmView|null}} View */
/** @typedef {{action: string, legal: boolean, cost: string, refused: Refusal|null, rule: string, dice: string, tally: Tally|null, summary: string, assumed: string[], bars: DiagramBar[]}} Preview */
/** @typedef {{p: number, summary: string}} OddsOutcome */
/** @typedef {{p: number, words: string, rule?: string}} MoreChance */
/** The chance to get through, what it comes to, and the chance to stay unhurt. `more`: with a decision still to come. @typedef {{p: number, words: string, loss: string, falls: number, unhurt: number, who: string, more?: MoreChance|null}} Headline */
/** @typedef {{label: string, change: number}} Mean */
/** @typedef {{who: string, name: string, untouched: number, falls: number, unhurt: number, means: Mean[]}} OddsPart */
/** What may come of an act: whole outcomes, and what they come to for everybody concerned. @typedef {{action: string, policy: string, exact: boolean, residual: number, sampled: number, outcomes: OddsOutcome[], rest: number, untold: string[], headline: Headline|null, assumed: string[], parts: OddsPart[]}} Odds */
/** @typedef {{who: string, forms: Form[]}} Forms */
/** @typedef {{rows: Row[], more: boolean}} LogRows */
/** An act of the journal. @typedef {{n?: number, text: string, kind: string, by: string, corrected?: string}} Act */
/** @typedef {{line: Act[]}} Timeline */
/** @typedef {{line: Act[], undone: Act[][], abandoned: Act[][]}} Audit */
/** @typedef {{at: string, words: string}} Place */
/** @typedef {{places: Place[]}} Places */
/** @typedef {{side: string, count: number, low: number, high: number}} SideWins */
/** @typedef {{who: string, name: string, p: number}} Standing */
/** @typedef {{fights: number, draws: number, stalemates: number, unfinished: number, rounds: number, wins: SideWins[], standing: Standing[], at?: string}} Prospects */
/** A chance and the bounds within which it lies. @typedef {{p: number, low: number, high: number}} Share */
/** @typedef {{who: string, name: string, side: string, seat: string, luck: number, decisions: number, cost: number, throws: number, ratings: string[], luck_within: number, decisions_within: number}} ReviewPerson */
/** @typedef {{words: string, p: number, played: number, cost: number, rating: string, fights: number}} BestAnswer */
/** @typedef {{kind: string, cause: string, who: string, rule: string, words: string, worth: Record<string, number>, within: number, usual?: string, best?: BestAnswer|null}} ReviewTerm */
/** @typedef {{number: number, kind: string, time: number, who: string, headline: string, dice: Throw[], before: Record<string, Share>, after: Record<string, Share>, terms: ReviewTerm[]}} ReviewAct */
/** As far as it has come; the acts that are new. @typedef {{title: string, rulebook: string, tick: string, sides: string[], policy: string, viewer: string, exact: boolean, playouts: number, acts_in_all: number, whole: boolean, over: string, start: Record<string, Share>, result: Record<string, Share>, sums: Record<string, Plain>, turning_points: number[], people: ReviewPerson[], acts: ReviewAct[], have: number, budget: number}} Review */
/** @typedef {{path: string, kind: "list"|"flag"|"number"|"word", value: string|number|boolean, choices: string[]}} Figure */
/** @typedef {{rule: string, summary: string, answers: string[]}} SheetQuestion */
/** @typedef {{who: string, name: string, figures: Figure[], questions: SheetQuestion[]}} SheetPart */
/** A test of the own sheet. `open_end`: what the GM has still to say, after `text`. @typedef {{label: string, why: string, text: string, figure: string, p: number|null, open_end: string, key: boolean, rule: string, summary: string}} OwnTest */
/** @typedef {{field: string, name: string, fields: Record<string, Plain>}} OwnGear */
/** @typedef {{name: string, value: number}} OwnCounter */
/** What stands on the sheet of somebody whom the seat plays, besides the figures of the card. @typedef {{who: string, name: string, tests: OwnTest[], gear: OwnGear[], counters: OwnCounter[], notes: string}} OwnSheet */
/** @typedef {{path: string, before: Plain, now: Plain}} TakingChange */
/** @typedef {{who: string, name: string, side: string, party: string, changed: TakingChange[], told: string[]}} Taking */
/** @typedef {{takings: Taking[]}} Takings */
/** @typedef {{p: number, within: number, loss: string, falls: number}} Look */
/** @typedef {{kind: string, label: string, text: string, cost: string, rank: number, suggested: boolean, refused: Refusal|null, chance?: Look|null}} Offer */
/** What fits a pair of actor and target, best first. @typedef {{who: string, target: string, name: string, distance: string, actions: Offer[]}} Targets */
/** The code shared screens show. @typedef {{code: string, url?: string, qr?: string}} Board */
/** @typedef {{who: string, name: string, friend: boolean, distance: string}} Inside */
/** What a throw would cover. @typedef {{action: string, area: Area|null, inside: Inside[]}} Blast */
/** @typedef {{side: string, p: number, low: number, high: number}} SideChance */
/** Who wins after an act that is not played. @typedef {{at: string, action: string, fights: number, sides: SideChance[], nobody: number}} Outlook */
/** A field with another value, and its chance. @typedef {{field: string, name: string, value: string, label: string, text: string, p: number|null, chance: Look|null, refused: string}} Another */
/** What another value would make of the chance. @typedef {{action: string, chance: Look|null, better: Another|null, places: Another[], options: Another[], after: number|null}} Options */
/** @typedef {{who: string, name: string, text: string}} Reaction */
/** A way to a place. @typedef {{who: string, at: number[], text: string, refused: Refusal|null, cost: string, distance: string, cover: string, reacts: Reaction[]}} Ground */
/** A webhook. `waiting`: messages that are still to be sent; `problem`: why the last one did not arrive. @typedef {{hook: string, seat: string, by: string, url: string, events: string[], waiting: number, problem: string}} HookPart */
/** @typedef {{webhooks: HookPart[]}} Webhooks */
/** What the server answers, by the name of the question. @typedef {{preview: Preview, odds: Odds|Record<string, Odds>, forms: Forms, log: LogRows, timeline: Timeline, audit: Audit, places: Places, prospects: Prospects, review: Review, sheet: SheetPart, own: OwnSheet, takings: Takings, targets: Targets, board: Board, blast: Blast, outlook: Outlook, options: Options, ground: Ground, webhooks: Webhooks}} Answers */
/** Whether a command was carried out; if not, why, by which rule, and what would have been legal. @typedef {{ok: boolean, version?: number, reason?: string, rule?: string, legal?: string[], seat?: string, code?: string, url?: string, qr?: string, faces?: number[], total?: number, n?: number, queued?: number, hook?: string, secret?: string}} Done */
/** @typedef {{book: string, title: string, kinds: string[], reads: string[]}} BookEntry */
/** A fight changed: by what, and how often the side wins then. @typedef {{changes: string[], price: number, share: number, low: number, high: number, fights: number, checked: boolean}} Roster */
/** Changes that give a side the chance it is meant to have, the cheapest first; `done`: there was time to look for all. @typedef {{side: string, target: number, base: Roster, rosters: Roster[], nearest: Roster[], tried: number, done: boolean}} Balanced */
// --- the pages' own ---
/** Anything JSON can say. @typedef {string|number|boolean|null|Plain[]|{[key: string]: Plain}} Plain */
/** A combatant as a fight file or a party has it. @typedef {{id: string, name?: string, side?: string, party?: string, at?: number[], [field: string]: Plain|undefined}} Sheet */
/**
 * What panels may use: the newest view, commands, questions to the server, a line for the user.
 * @typedef {object} Desk
 * @property {() => View} view
 * @property {(op: string, args?: object, quiet?: boolean) => Promise<Done>} act  sends a command; says what was refused, unless told to be quiet
 * @property {(words: string) => Promise<boolean>} gm  a command of the GM's hand; while a question is open it waits
 * @property {<Name extends keyof Answers>(what: Name, args?: object) => Promise<Answers[Name]>} ask
 * @property {(text: string, bad?: boolean) => void} say
 * @property {(done: Done) => Done} refused  says what was refused and why
 * @property {(panel: string) => void} show
 * @property {() => string} token
 * @property {() => Promise<import("./shelf.js").Shelf>} shelf  what the book's data holds
 * @property {Picker} picker
 */
/**
 * What comes over the socket.
 * @typedef {{type: "view", view: View, version: number}
 *   | {type: "diff", from: number, version: number, set?: Record<string, Plain>, gone?: string[], back?: string[], log?: Row[], acts?: Told[]}
 *   | {type: "pong"}
 *   | ({type: "done", id: string} & Done)
 *   | {type: "answer", id: string, result: Answers[keyof Answers] & {refused?: Refusal|null}}
 *   | {type: "bye", reason: string}} Message
 */
/** @typedef {{party: string, name: string, book: string, version: number, member: Sheet[]}} Party */
/** A fight as a fight file has it. @typedef {{rulebook: string, combatant: Sheet[], kind?: string, title?: string, map?: number[], rulings?: Record<string, string>, cover?: Record<string, Plain>[], zone?: Record<string, Plain>[], wall?: Record<string, Plain>[], [field: string]: Plain|Sheet[]|undefined}} Fight */
/** @typedef {"character"|"foe"|"item"|"map"|"encounter"|"party"} EntryKind */
/** @typedef {{field: string, fault: string, expected: string}} Fault */
/** An entry of a campaign, without its data. @typedef {{id: string, kind: EntryKind, name: string, book: string, tags: string[], version: number, changed: number, deleted: boolean}} EntryHead */
/** @typedef {EntryHead & {data: Record<string, Plain>, fault: Fault}} CampaignEntry */
/** What a fight changed of somebody of a campaign. @typedef {{who: string, name: string, entry: string, kind: EntryKind, version: number, told: string[], fields: {field: string, changed: {path: string, before: Plain, now: Plain, kept: Plain}[], meanwhile: boolean}[]}} Home */
/** @typedef {{path: string, kind: "number"|"tick"|"text"|"choice"|"levels"|"item"|"items"|"words"|"numbers"|"records", table?: string, parts?: SheetField[], low: number|null, high: number|null, default: Plain, choices: {key: string, name: string, fields: Record<string, Plain>}[]}} SheetField */
/** A sort of thing: what one has to fill in, and those the book has. @typedef {{table: string, fields: SheetField[], rows: {key: string, name: string, fields: Record<string, Plain>}[]}} ItemSort */
/** What was understood of a sheet of another program. @typedef {{name: string, book: string, entry: string, taken: string[], left_out: string[], assumed: string[]}} TakenSheet */
/** What a sheet spends by a cost or limit of the book. @typedef {{label: string, spent: number, most: number|null, rule: string, note: string, over: boolean, why: string}} SheetBudget */
/** @typedef {{fault: Fault, card: {label: string, value: string, rule: string, why: string}[], budgets: SheetBudget[]}} SheetAnswer */
/**
 * How a form borrows the map: `want` starts it, `tell` is called with every change of the points.
 * @typedef {object} Picker
 * @property {(bars: DiagramBar[]) => void} [plan]  show on the line of counts where a choice would land
 * @property {(wish: Wish|null) => void} want
 * @property {(area: Area|null) => void} [cover]  show what a throw would cover
 */
/** @typedef {{kind: "point"|"path", centre: number[]|null, high: number, points: number[][], shown?: number[][], tell: (points: number[][]) => void}} Wish */
export {};
