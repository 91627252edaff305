import { ACTS, type ActMarkKind, type ModerationAction } from '@forum/shared/acts'
import { type Activity, type Case, type UserSummary } from '@forum/shared/contract'
import { type LookingAt } from '@forum/shared/events'
import { isDraft, original } from 'immer'
import { type ApiError } from '../lib/api'
import { defineSlice } from '../store'

/** Maximum number of newest lines kept. With the older ones that a reader asks for, there are at most 2,000. */
export const NEWEST_MAX = 1_500
/** Maximum number of remembered acts. */
const MARKS_MAX = 500

/** The kinds of acts on a post, a thread or a member that mark its lines. */
export type MarkKind = ActMarkKind | 'ignored' | 'handled'
export interface Mark {
  kind: MarkKind
  by: UserSummary
  /** In milliseconds since 1970. */
  at: number
}

/** Returns the key of a mark's subject: `post 7`, `thread 7`, `user 7` or `line 7`. */
export const postKey = (id: number) => `post ${id}`
export const threadKey = (id: number) => `thread ${id}`
export const userKey = (id: number) => `user ${id}`
export const lineKey = (id: number) => `line ${id}`

export interface Monitor {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  /** The newest lines, the oldest of them first. */
  lines: Activity[]
  /** Number up to which the page has every line that the reader may see, as far back as it keeps them. */
  upTo: number
  /** True if lines after `upTo` may be missing. */
  isBehind: boolean
  /** Number up to which there was no gap when the connection was lost, for the line that marks it. */
  lostAfter: number | null
  /** The acts of moderators since the page was opened, by subject; null for an undone one. */
  marks: Record<string, Mark | null>
  looking: LookingAt[]
  /** The open cases of posts by the id of the post. */
  cases: Record<number, { id: number; reporters: number; version: number }>
}

interface Subjects {
  postId?: number | undefined
  threadId?: number | undefined
  userId?: number | undefined
}

/** Returns the subject of an act, as a key of `marks`; null for an act that marks nothing. */
export function subjectOf(action: ModerationAction, { postId, threadId, userId }: Subjects): string | null {
  switch (ACTS[action].mark?.of) {
    case 'post':
      return postId === undefined ? null : postKey(postId)
    case 'thread':
      return threadId === undefined ? null : threadKey(threadId)
    case 'user':
      return userId === undefined ? null : userKey(userId)
    default:
      return null
  }
}

export const monitorSlice = defineSlice(
  'monitor',
  (): Monitor => ({
    status: 'loading',
    error: null,
    lines: [],
    upTo: 0,
    isBehind: false,
    lostAfter: null,
    marks: {},
    looking: [],
    cases: {},
  }),
  {
    on: {
      'moderation:activity': (monitor, { activity }) => {
        insertLine(monitor, activity)
        advance(monitor)
        trim(monitor)
      },
      'moderation:acted': (monitor, { action, by, postId, threadId, userId }, { now }) => {
        const subject = subjectOf(action, { postId, threadId, userId })
        if (subject === null) return
        const kind = ACTS[action].mark?.kind ?? null
        // The act of a settlement has marked its subject already.
        if (kind !== 'settled' || !monitor.marks[subject])
          setMark(monitor, subject, kind === null || by === null ? null : { kind, by, at: now })
      },
      'moderation:looking': (monitor, { looking }) => {
        monitor.looking = looking
      },
      'moderation:report': (monitor, { case: one }) => {
        applyCase(monitor, one)
      },
    },
  },
)

/** Keeps the open case of a post, so that acts on the post settle it. */
export function applyCase(monitor: Monitor, { id, kind, post, status, reports, version }: Case): void {
  if (kind !== 'post' || !post || (monitor.cases[post.id]?.version ?? 0) > version) return
  if (status === 'open') monitor.cases[post.id] = { id, reporters: reports.length, version }
  else Reflect.deleteProperty(monitor.cases, post.id)
}

/** Sets the mark of a subject; null after an undo. */
export function setMark(monitor: Monitor, subject: string, mark: Mark | null): void {
  Reflect.deleteProperty(monitor.marks, subject)
  monitor.marks[subject] = mark
  const [oldest, ...others] = Object.keys(monitor.marks)
  if (oldest !== undefined && others.length >= MARKS_MAX) Reflect.deleteProperty(monitor.marks, oldest)
}

/**
 * Returns the lines as a plain array that the running change may alter. Each access to a line of a draft would create a
 * draft of that line, which takes seconds for thousands of lines.
 */
function linesOf(monitor: Monitor): Activity[] {
  if (!isDraft(monitor.lines)) return monitor.lines
  const copy = [...(original(monitor.lines) ?? [])]
  monitor.lines = copy
  return copy
}

/** Adds a line in order of its number, unless it is there or too old to be kept. */
function insertLine(monitor: Monitor, line: Activity): void {
  const lines = linesOf(monitor)
  const last = lines.at(-1)
  if (!last || line.id > last.id) {
    lines.push(line)
    return
  }
  const place = lines.findLastIndex(({ id }) => id <= line.id)
  if (lines[place]?.id === line.id) lines[place] = line
  else if (line.id > monitor.upTo) lines.splice(place + 1, 0, line)
}

/** Moves `upTo` over the lines that follow it without a gap. */
function advance(monitor: Monitor): void {
  const lines = linesOf(monitor)
  let next = lines.findLastIndex(({ id }) => id <= monitor.upTo) + 1
  while (lines[next]?.id === monitor.upTo + 1) {
    monitor.upTo += 1
    next += 1
  }
  monitor.isBehind = next < lines.length
}

function trim(monitor: Monitor): void {
  const lines = linesOf(monitor)
  if (lines.length > NEWEST_MAX) lines.splice(0, lines.length - NEWEST_MAX)
}

/** Replaces the feed with its newest lines, the newest first. Lines that came after they were read stay. */
export function applyNewest(monitor: Monitor, newest: readonly Activity[], nextSince: number): void {
  const later = linesOf(monitor).filter(({ id }) => id > nextSince)
  monitor.lines = [...newest.toReversed(), ...later]
  monitor.upTo = nextSince
  monitor.status = 'ready'
  monitor.error = null
  advance(monitor)
  trim(monitor)
}

/** Adds lines that were missed; there is no other line between them up to `nextSince`. */
export function applyMissed(monitor: Monitor, missed: readonly Activity[], nextSince: number): void {
  for (const line of missed.toReversed()) insertLine(monitor, line)
  monitor.upTo = Math.max(monitor.upTo, nextSince)
  advance(monitor)
  trim(monitor)
}

/** Returns the mark of the newest line of a burst; null unless every line has one. */
export function markOfAll(lines: readonly [Activity, ...Activity[]], marks: Monitor['marks']): Mark | null {
  return lines.every((line) => markOf(line, marks) !== null) ? markOf(lines[0], marks) : null
}

/** Returns the mark of a line; null if there is none, or its act was undone. */
export function markOf(line: Activity, marks: Monitor['marks']): Mark | null {
  const { kind, postId, thread, actor, handledBy } = line
  const ofThread = thread ? marks[threadKey(thread.id)] : undefined
  const candidates = [
    marks[lineKey(line.id)],
    postId === null ? undefined : marks[postKey(postId)],
    // Deleting a thread marks its posts too; other acts mark the thread alone.
    kind === 'thread' || ofThread?.kind === 'deleted' ? ofThread : undefined,
    kind === 'register' ? marks[userKey(actor.id)] : undefined,
  ]
  const found = candidates.find((mark) => mark)
  if (found) return found
  if (candidates.includes(null) || !handledBy) return null
  return { kind: 'handled', by: handledBy, at: Date.parse(line.createdAt) }
}
