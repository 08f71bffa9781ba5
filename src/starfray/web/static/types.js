// @ts-check
// The shapes of what a seat receives. Nothing runs here.

/** What lies over the ground; radius 0: without end, width 0: all around. @typedef {{kind: string, label: string, who: string, name: string, at: number[], radius: number, toward: number[]|null, width: number, rule?: string, summary?: string}} Area */
/** Anything JSON can say. @typedef {string|number|boolean|null|Plain[]|{[key: string]: Plain}} Plain */
/** A combatant as a fight file or a party has it. @typedef {{id: string, name?: string, side?: string, party?: string, at?: number[], [field: string]: Plain|undefined}} Sheet */
/** @typedef {{amount: number, rule: string, note: string, summary?: string}} Reason */
/** @typedef {{total: number, reasons: Reason[]}} Tally */
/** @typedef {{key: string, label: string, rule?: string, note?: string, tally?: Tally|null, least?: number, most?: number, p?: number|null, distance?: string}} Option */
/** @typedef {{name: string, kind: string, label: string, role: string, main: boolean, unit: string, options: Option[], low: number, high: number, required: boolean, default: string, centre: number[]|null, hint: string}} Field */
/** @typedef {{rule: string, reason: string, legal?: string[]}} Refusal */
/** @typedef {{kind: string, label: string, cost: string, group: string, hint: string, refused: Refusal|null, rule: string, summary?: string, hints: {rule: string, summary: string}[], fields: Field[]}} Form */
/** @typedef {{id: string, kind: string, rule: string, summary: string, who: string, name: string, prompt: string, options: Option[], amount: number, low: number, high: number, dice: string, sides: number[]|null, centre: number[]|null, suggested: string, sealed: boolean, why: string, tally?: Tally|null, mine?: boolean, yours?: string}} Ask */
/** @typedef {{label: string, value: string, path: string, rule: string, assumed: boolean, gm: boolean}} Line */
/** @typedef {{id: string, name: string, side: string, seat: string, hidden: boolean, out: string, at: number[]|null, lines: Line[], rings?: {label: string, metres: number, rule: string}[], dial?: Record<string, string>|null, status?: {state: "up"|"down"|"out"|"dead", word: string}, pools?: Pool[], conditions?: Condition[], facing?: number|null}} Card */
/** @typedef {{key: string, label: string, now: number, most: number, kind?: "health"|"turn"}} Pool  of a kind: what one is hurt in, or what a turn pays with */
/** @typedef {{name: string, rule: string, summary: string, tone: "bad"|"good"|"plain"}} Condition */
/** @typedef {{who: string, name: string, changes: {key: string, label: string, before: number, after: number}[], gained: string[], lost: string[], status: string}} Effect  what an act came to for one of those concerned */
/** @typedef {{who: string, faces: number[], sides: number, counted: number[]}} Throw */
/** @typedef {{n: number, who: string, name: string, kind: string, auto: boolean, headline: string, weight: "quiet"|"act"|"scratch"|"wound"|"down"|"death", whom: string[], dice: Throw[], parts: Effect[], rows: number[]}} Told  an act in a sentence, with its dice and effects */
/** @typedef {{when: string, who: string, name: string, what: string, status: string}} Moment */
/** @typedef {{n: number, i: number, text: string, who: string, whom: string, rule: string, summary: string, tally: Tally|null, faces: number[]|null, by: {rule: string, summary: string}[], marks: string[], kind: string, place?: number|null, sides?: number[]|null}} Row */
/** @typedef {{seat: string, kind: string, name: string, plays: string[], online: boolean, taken?: boolean}} Seat */
/** @typedef {{who: string, name: string, rule: string, sealed: boolean}} Waiting */
/** @typedef {{key: string, choices: string[], now: string, summary: string}} Ruling */
/** @typedef {{notes: string, combatants: Record<string, {notes: string, secret: string[], hidden: boolean, orders?: Record<string, string>}>, kinds: (string|{usage: string, summary?: string})[], concealable: string[], dropped: string[], room?: {shared?: boolean, house?: boolean, timeout?: number}, procedures: {usage: string, summary: string}[], rulings: Ruling[], requests?: {n?: number, kind?: string, seat?: string, name?: string, why?: string}[]}} GmView */
/**
 * @typedef {object} View
 * @property {{id: string, title: string, book: string, rulebook: string, unit: string, timeout?: number, reproducible?: boolean, pace?: string, board?: string, status: string, outcome: null|{winners: string[], reason: string}}} room
 * @property {{seat: string, kind: string, name: string, plays: string[], hand: boolean}} you
 * @property {Seat[]} seats
 * @property {Moment[]} agenda
 * @property {{actors: string[], yours: string[], due: string, besides: Record<string, Form[]>, waiting: Waiting[], expects?: {who: string, name: string, yours: boolean, text: string}[], suggest?: Record<string, {text: string, why: string}|null>}} turn
 * @property {Record<string, Card>} cards
 * @property {string[]} order
 * @property {{map: number[]|null, cover: {name: string, kind: string, rating: number, at: number[]|null, reach: number}[], zones: {name: string, kind: string, at: number[], radius: number}[], relations: {kind: string, between: string[], value: number}[], cells?: string}} scene
 * @property {Area[]} [areas]
 * @property {Record<string, Form[]>} forms
 * @property {Ask[]} asks
 * @property {null|{text: string, by: string, who?: string, events: number}} draft
 * @property {{text: string, by: string}[]} queued
 * @property {Row[]} log
 * @property {Diagram|null} [diagram]
 * @property {Told[]} [acts]  the newest acts this seat may know, oldest first
 * @property {{undo: boolean, redo: boolean, undo_request: null|{by?: string, name?: string}, entries: number}} history
 * @property {GmView|null} gm
 */
/** @typedef {{ok: boolean, reason?: string, rule?: string, legal?: string[], version?: number, code?: string, url?: string, qr?: string}} Done */
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
 * A picture of a fight as data.
 * @typedef {object} Diagram
 * @property {string} kind
 * @property {string} title
 * @property {{id: string, label: string, who?: string, state?: string, note?: string}[]} nodes
 * @property {{from: string, to: string, label: string, value?: number}[]} links
 * @property {{id: string, label: string, state?: string, note?: string, now?: boolean, slots: {label: string, who?: string, state?: string}[]}[]} lanes
 * @property {{who: string, label: string, from: number, to: number, state: string}[]} [bars]
 * @property {number} [now]
 */
/** @typedef {{field: string, name: string, value: string, label: string, text: string, p: number|null, refused: string}} Another  a field with another value, and its chance */
/** @typedef {{n: number, text: string, kind: string, by?: string, corrected?: string}} Act  an act of the journal */
/** @typedef {{path: string, kind: string, value: string|number|boolean, choices: string[]}} Figure */
/** @typedef {{who: string, name: string, side: string, party: string, changed: {path: string, before: Plain, now: Plain}[], told: string[]}} Taking */
/** @typedef {{fights: number, rounds: number, draws: number, unfinished: number, wins: {side: string, count: number, low: number, high: number}[], standing: {name: string, p: number}[]}} Prospects */
/**
 * What the server answers, by the name of the question.
 * @typedef {object} Answers
 * @property {{refused?: Refusal|null, tally?: Tally|null, dice?: string}} preview
 * @property {Odds|Record<string, Odds>} odds  of an action, or of each answer to a question
 * @property {{rows: Row[], more: boolean}} log
 * @property {{line: Act[]}} timeline
 * @property {{line: Act[], undone: Act[][], abandoned: Act[][]}} audit
 * @property {{places: {at: string, words: string}[]}} places
 * @property {Prospects} prospects
 * @property {{who: string, name: string, figures: Figure[], questions: {rule: string, summary: string, answers: string[]}[]}} sheet
 * @property {{takings: Taking[]}} takings
 * @property {{who: string, target: string, name: string, distance: string, actions: {kind: string, label: string, text: string, cost: string, rank: number, refused: Refusal|null}[]}} targets  what fits a pair of actor and target, best first
 * @property {{code: string, url?: string, qr?: string}} board  the code shared screens show
 * @property {{area: Area|null, inside: {who: string, name: string, friend: boolean, distance: string}[]}} blast  what a throw would cover
 * @property {{better: Another|null, places: Another[], after: number|null}} options  what another value would make of the chance
 * @property {{text: string, refused: Refusal|null, cost: string, distance: string, cover: string, reacts: {who: string, name: string, text: string}[]}} ground  a way to a place
 */
/**
 * What comes over the socket.
 * @typedef {{type: "view", view: View, version: number}
 *   | {type: "diff", from: number, version: number, set?: Record<string, Plain>, gone?: string[], log?: Row[], acts?: Told[]}
 *   | {type: "pong"}
 *   | ({type: "done", id: string} & Done)
 *   | {type: "answer", id: string, result: Answers[keyof Answers] & {refused?: Refusal|null}}
 *   | {type: "bye", reason: string}} Message
 */
/** @typedef {{party: string, name: string, book: string, version: number, member: Sheet[]}} Party */
/** @typedef {{book: string, title: string, reads: string[]}} BookEntry */
/**
 * How a form borrows the map: `want` starts it, `tell` is called with every change of the points.
 * @typedef {object} Picker
 * @property {(wish: Wish|null) => void} want
 * @property {(area: Area|null) => void} [cover]  show what a throw would cover
 */
/**
 * What may come of an act: whole outcomes, and what they come to for everybody concerned.
 * @typedef {object} Odds
 * @property {{p: number, summary: string}[]} outcomes
 * @property {number} residual
 * @property {boolean} exact
 * @property {number} [sampled]  plays the chances were counted in; 0: worked out
 * @property {string[]} [assumed]
 * @property {number} [rest]
 * @property {Headline|null} [headline]  null: it is aimed at nobody
 * @property {{who: string, name: string, untouched: number, falls: number, means: {label: string, change: number}[]}[]} [parts]
 */
/** The chance to get through, what it comes to, and the chance to stay unhurt. @typedef {{p: number, words: string, loss: string, falls: number, unhurt: number, more?: {p: number, words: string}|null}} Headline  more: with a decision still to come, or before the defence */
/** @typedef {{kind: "point"|"path", centre: number[]|null, high: number, points: number[][], tell: (points: number[][]) => void}} Wish */
export {};
