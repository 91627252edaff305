import {
  BSON_TYPE,
  elementsOf,
  stringValue,
  withDocument,
  withInt32,
  withoutElements,
  type Element,
} from './bson-bytes'
import type { Request } from './wire'

/**
 * The handling of a command. Commands that are not listed never reach the engine: the engine is young, it has no user
 * accounts, and some commands (`endSessions`, `setParameter`, a locking `fsync`) crash or block it for all clients.
 */
type Rule =
  /** Replied to here with ok: the engine crashes on session commands, and has no sessions to end. */
  | { readonly kind: 'session' }
  | {
      readonly kind: 'engine'
      readonly limit: 'query' | 'build' | 'none'
      /** Needs disk space, so it is refused while there is too little. */
      readonly grows: boolean
    }

const SESSION: Rule = { kind: 'session' }
const QUERY: Rule = { kind: 'engine', limit: 'query', grows: false }
const WRITE: Rule = { kind: 'engine', limit: 'query', grows: true }
const BUILD: Rule = { kind: 'engine', limit: 'build', grows: true }
const QUICK: Rule = { kind: 'engine', limit: 'none', grows: false }

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...rules(SESSION, [
    'startSession',
    'refreshSessions',
    'endSessions',
    'killSessions',
    'killAllSessions',
    'killAllSessionsByPattern',
  ]),
  ...rules(QUERY, [
    'find',
    'aggregate',
    'count',
    'distinct',
    'delete',
    'explain',
    'listCollections',
    'listIndexes',
    'listDatabases',
    'collStats',
    'collstats',
    'dbStats',
    'dbstats',
    'dataSize',
    'drop',
    'dropIndexes',
    'deleteIndexes',
  ]),
  ...rules(WRITE, [
    'insert',
    'update',
    'findAndModify',
    'findandmodify',
    'bulkWrite',
    'create',
    'renameCollection',
  ]),
  ...rules(BUILD, ['createIndexes', 'reIndex', 'validate']),
  ...rules(QUICK, [
    'hello',
    'isMaster',
    'ismaster',
    'ping',
    'buildInfo',
    'buildinfo',
    // A getMore may carry a time limit only on a waiting cursor; the limit was already set by its find.
    'getMore',
    'killCursors',
    'currentOp',
    'killOp',
    'serverStatus',
    'getParameter',
    'listCommands',
    'lockInfo',
    'planCacheClear',
  ]),
])

function rules(rule: Rule, names: readonly string[]): [string, Rule][] {
  return names.map((name) => [name, rule])
}

/** Elements that belong to sessions and cluster time, which the engine does not have. */
const SESSION_ELEMENTS: ReadonlySet<string> = new Set(['lsid', '$clusterTime'])
const MAX_TIME = 'maxTimeMS'
const WRITE_CONCERN = 'writeConcern'

/** MongoDB's own error codes, which drivers recognise. */
const UNAUTHORIZED = { code: 13, codeName: 'Unauthorized' }
const ILLEGAL_OPERATION = { code: 20, codeName: 'IllegalOperation' }
const OUT_OF_DISK_SPACE = { code: 14031, codeName: 'OutOfDiskSpace' }
const UNKNOWN_ERROR = { code: 8, codeName: 'UnknownError' }

export interface CommandLimits {
  /** Added as maxTimeMS to reads and writes that have none. Milliseconds. */
  readonly queryMs: number
  /** The same for index builds and validation. Milliseconds. */
  readonly buildMs: number
}

export interface Refusal {
  readonly ok: 0
  readonly code: number
  readonly codeName: string
  readonly errmsg: string
}

export type Decision =
  | { readonly kind: 'replied' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'forward'; readonly body: Buffer }

/** Decides how to handle one request, and edits the body of a request that goes to the engine. */
export function decide(request: Request, limits: CommandLimits, diskIsLow: boolean): Decision {
  const rule = RULES.get(request.command)
  if (!rule) {
    return refused(UNAUTHORIZED, `the embedded database refuses the command ${quoted(request.command)}`)
  }
  if (rule.kind === 'session') return { kind: 'replied' }

  const elements = elementsOf(request.body)
  if (elements.some((element) => element.name === 'startTransaction' || element.name === 'autocommit')) {
    return refused(ILLEGAL_OPERATION, 'the embedded database has no transactions')
  }
  if (diskIsLow && (rule.grows || writesItsResult(request, elements))) {
    return refused(
      OUT_OF_DISK_SPACE,
      'the disk of the embedded database is nearly full: nothing is written until there is room',
    )
  }
  const body = withoutMajority(withoutElements(request.body, SESSION_ELEMENTS))
  if (rule.limit === 'none' || elements.some((element) => element.name === MAX_TIME)) {
    return { kind: 'forward', body }
  }
  const limitMs = rule.limit === 'build' ? limits.buildMs : limits.queryMs
  return { kind: 'forward', body: withInt32(body, MAX_TIME, limitMs) }
}

/**
 * Returns the command with `w: 1` in place of `w: 'majority'`, which is the same on the only server. Under a majority
 * the engine ignores `j: true`: it acknowledges writes that a kill then loses.
 */
function withoutMajority(command: Buffer): Buffer {
  const concern = elementsOf(command).find(
    ({ name, type }) => name === WRITE_CONCERN && type === BSON_TYPE.document,
  )
  if (!concern) return command
  const w = elementsOf(command, concern.value).find(({ name }) => name === 'w')
  if (w?.type !== BSON_TYPE.string || stringValue(command, w) !== 'majority') return command
  const others = withoutElements(command.subarray(concern.value, concern.end), new Set(['w']))
  return withDocument(
    withoutElements(command, new Set([WRITE_CONCERN])),
    WRITE_CONCERN,
    withInt32(others, 'w', 1),
  )
}

/** The reply to a client when the engine throws. */
export function engineErrorReply(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error)
  return { ok: 0, ...UNKNOWN_ERROR, errmsg: message.slice(0, 500) }
}

function refused(error: { code: number; codeName: string }, errmsg: string): Decision {
  return { kind: 'refused', refusal: { ok: 0, ...error, errmsg } }
}

/** Returns a name chosen by a client in a short and printable form. */
function quoted(command: string): string {
  return JSON.stringify(command.slice(0, 60))
}

/** True if an aggregation ends in a stage that stores its result. */
function writesItsResult(request: Request, elements: readonly Element[]): boolean {
  const pipeline = elements.find((element) => element.name === 'pipeline')
  if (request.command !== 'aggregate' || pipeline?.type !== BSON_TYPE.array) return false
  const stage = elementsOf(request.body, pipeline.value).at(-1)
  if (stage?.type !== BSON_TYPE.document) return false
  const stageName = elementsOf(request.body, stage.value)[0]?.name
  return stageName === '$out' || stageName === '$merge'
}

/** Drivers use sessions, and features that need them, only if the reply to hello states the lifetime of a session. */
const SESSION_TIMEOUT_MINUTES = 30
/** With a topologyVersion, a driver would occupy one of the engine's eight slots just to wait for changes. */
const HELLO_REPLACED: ReadonlySet<string> = new Set(['logicalSessionTimeoutMinutes', 'topologyVersion'])

/** Adds the fields that the engine leaves out of its reply to hello. */
export function completeHello(reply: Buffer): Buffer {
  return withInt32(
    withoutElements(reply, HELLO_REPLACED),
    'logicalSessionTimeoutMinutes',
    SESSION_TIMEOUT_MINUTES,
  )
}
