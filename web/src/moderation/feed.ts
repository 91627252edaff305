import { type ActivityKind } from '@forum/shared/acts'
import { type Activity, type ActivityFlag } from '@forum/shared/contract'

/** The kinds of lines by which the feed can be filtered. */
export const KIND_GROUPS = {
  thread: ['thread'],
  post: ['post'],
  change: ['edit', 'delete', 'restore'],
  report: ['report'],
  register: ['register', 'profile'],
  login: ['login_failed'],
  act: ['pin', 'lock', 'feature', 'move', 'ban', 'mute', 'role', 'board'],
} as const satisfies Record<string, readonly ActivityKind[]>
export type KindGroup = keyof typeof KIND_GROUPS

export const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[]
const GROUP_OF = Object.fromEntries(
  KIND_GROUP_NAMES.flatMap((group) => KIND_GROUPS[group].map((kind) => [kind, group])),
) as Record<ActivityKind, KindGroup>

export const groupOf = (kind: ActivityKind): KindGroup => GROUP_OF[kind]

export const FLAGS = [
  'new_member',
  'link',
  'word',
  'name',
  'burst',
  'reported',
  'outside',
] as const satisfies readonly ActivityFlag[]

export const VIEWS = ['all', 'flagged', 'new', 'mine'] as const
export type FeedView = (typeof VIEWS)[number]

/** The filter of the feed, which its address holds. */
export interface FeedFilter {
  view: FeedView
  /** Empty for every kind. */
  kinds: readonly KindGroup[]
  /** Lines with any of these; empty for all lines. */
  flags: readonly ActivityFlag[]
  boardId: number | null
  actor: number | null
}

/** The boards selected by a filter: those below the chosen one, and those that the reader moderates by name. */
export interface FilterBoards {
  chosen: ReadonlySet<number> | null
  mine: ReadonlySet<number>
}

/** Returns whether a line passes a filter. */
export function matches(line: Activity, filter: FeedFilter, boards: FilterBoards): boolean {
  const { view, kinds, flags, actor } = filter
  const boardId = line.board?.id ?? 0
  if (view === 'flagged' && line.flags.length === 0) return false
  if (view === 'new' && !line.flags.includes('new_member')) return false
  if (view === 'mine' && !boards.mine.has(boardId)) return false
  if (kinds.length > 0 && !kinds.includes(groupOf(line.kind))) return false
  if (flags.length > 0 && !flags.some((flag) => line.flags.includes(flag))) return false
  if (boards.chosen && !boards.chosen.has(boardId)) return false
  return actor === null || line.actor.id === actor
}

/** Lines of one burst are at most this far from the next, and a burst spans at most `BURST_SPAN_MS`. */
const BURST_GAP_MS = 15_000
const BURST_SPAN_MS = 120_000
/** Minimum number of lines in a burst; fewer are shown one by one. */
const BURST_MIN = 3

/** Flags that every line of a burst of this kind has, so that the burst shows them once. */
const EXPECTED_FLAGS: Partial<Record<ActivityKind, readonly ActivityFlag[]>> = {
  register: ['new_member', 'burst'],
  login_failed: ['burst'],
}

/** One entry of the feed: a line, or a burst of similar lines. */
export interface FeedItem {
  key: string
  /** The newest first. */
  lines: readonly [Activity, ...Activity[]]
  flags: readonly ActivityFlag[]
}

/** Returns the key that the lines of a burst share; null for a line that is never part of one. */
function burstOf({ kind, flags, thread, actor }: Activity): string | null {
  const expected = EXPECTED_FLAGS[kind] ?? []
  if (flags.some((flag) => !expected.includes(flag))) return null
  if (kind === 'post' && thread) return `post ${thread.id}`
  if (kind === 'register') return kind
  return kind === 'login_failed' ? `${kind} ${actor.id}` : null
}

const timeOf = ({ createdAt }: Activity) => Date.parse(createdAt)

const single = (line: Activity): FeedItem => ({ key: `${line.id}`, lines: [line], flags: line.flags })

/**
 * Groups lines, the newest first, into entries: replies to one thread, registrations, and failed sign-ins to one
 * account that follow each other closely become one. A line with a flag of its own stays on its own.
 */
export function groupBursts(lines: readonly Activity[]): FeedItem[] {
  const bursts = new Map<Activity, Activity[]>()
  const open = new Map<string, Activity[]>()
  for (const line of lines) {
    const name = burstOf(line)
    if (name === null) continue
    const burst = open.get(name)
    const [newest, oldest] = [burst?.[0], burst?.at(-1)]
    const isNext =
      newest &&
      oldest &&
      timeOf(oldest) - timeOf(line) <= BURST_GAP_MS &&
      timeOf(newest) - timeOf(line) <= BURST_SPAN_MS
    if (isNext) {
      burst?.push(line)
      if (burst) bursts.set(line, burst)
    } else {
      const begun = [line]
      open.set(name, begun)
      bursts.set(line, begun)
    }
  }
  return lines.flatMap((line) => {
    const burst = bursts.get(line)
    if (!burst || burst.length < BURST_MIN) return single(line)
    const [first, ...others] = burst
    if (first !== line) return []
    const flags = [...new Set(burst.flatMap((one) => one.flags))]
    return { key: `burst ${burst.at(-1)?.id ?? 0}`, lines: [line, ...others], flags }
  })
}

/** Numbers of lines since a time, by kind and flag. */
export interface FeedCounts {
  all: number
  flagged: number
  new: number
  mine: number
  kinds: Record<KindGroup, number>
  flags: Partial<Record<ActivityFlag, number>>
}

/** Counts the lines since a time, in milliseconds since 1970; `lines` are the oldest first. */
export function countLines(lines: readonly Activity[], since: number, mine: ReadonlySet<number>): FeedCounts {
  const counts: FeedCounts = {
    all: 0,
    flagged: 0,
    new: 0,
    mine: 0,
    kinds: { thread: 0, post: 0, change: 0, report: 0, register: 0, login: 0, act: 0 },
    flags: {},
  }
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i]
    if (!line || timeOf(line) < since) break
    counts.all += 1
    counts.kinds[groupOf(line.kind)] += 1
    if (line.flags.length > 0) counts.flagged += 1
    if (line.flags.includes('new_member')) counts.new += 1
    if (mine.has(line.board?.id ?? 0)) counts.mine += 1
    for (const flag of line.flags) counts.flags[flag] = (counts.flags[flag] ?? 0) + 1
  }
  return counts
}
