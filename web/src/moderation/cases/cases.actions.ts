import { type Case, type Settlement } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type List, loadList, nextPage } from '../../resource'
import { type Forum } from '../../store'
import { undoAct } from '../log/log.actions'
import { applyCase, casesSlice, noteArrival } from './cases.slice'

/** The tabs of the queue: open cases, those that the reader claims, and settled ones. */
export const QUEUES = ['open', 'mine', 'handled'] as const
export type Queue = (typeof QUEUES)[number]

const CASES_AT_ONCE = 50

/** The cases of a tab. Open ones keep their places while they are shown, so that nothing moves under the pointer. */
export const casesIn = (queue: Queue): List<Case> => ({
  key: `cases:${queue}`,
  room: { kind: 'moderation' },
  keepsOrder: true,
  applyItem: (write, found) => {
    noteArrival(write, found)
    applyCase(write, found)
  },
  async read({ call, cursor }) {
    const { cases, pagination } = await call('listCases', {
      query: { status: queue, page: cursor ?? '1', limit: CASES_AT_ONCE },
    })
    return { items: cases, nextCursor: nextPage(pagination) }
  },
})

/** Loads the cases of a tab again, with those that have arrived. */
export function showArrived(forum: Forum, list: List<Case>): Promise<void> {
  forum.update((write) => {
    write(casesSlice).arrived = []
  })
  return loadList(forum, list)
}

/** Everything that was reported about one post, the newest case first. */
export const casesOfPost = (postId: number): List<Case> => ({
  key: `cases of post:${postId}`,
  room: { kind: 'moderation' },
  applyItem: (write, found) => {
    applyCase(write, found)
  },
  async read({ call }) {
    const { cases } = await call('listCases', { query: { postId, limit: CASES_AT_ONCE } })
    return { items: cases }
  },
})

/** Reads a case with its notes and, if it is about a message, the text of that message. */
export function readCase(forum: Forum, id: number): Promise<Result<Case>> {
  return resultOf(
    forum.call('getCase', { params: { caseId: id } }).then(({ case: found, history }) => {
      forum.update((write) => {
        applyCase(write, found)
        write(casesSlice).notes[id] = history
      })
      return found
    }),
  )
}

const merged = (forum: Forum, work: Promise<{ case: Case }>): Promise<Result<Case>> =>
  resultOf(
    work.then(({ case: found }) => {
      forum.update((write) => {
        applyCase(write, found)
      })
      return found
    }),
  )

/** Keeps a case from other moderators for five minutes, or five more. */
export function claimCase(forum: Forum, caseId: number): Promise<Result<Case>> {
  return merged(forum, forum.call('claimCase', { params: { caseId } }))
}

export function releaseCase(forum: Forum, caseId: number): Promise<Result<Case>> {
  return merged(forum, forum.call('releaseCase', { params: { caseId } }))
}

/** Adds a note to a case, for other moderators. */
export async function noteCase(forum: Forum, caseId: number, text: string): Promise<Result<Case>> {
  const noted = await merged(forum, forum.call('noteCase', { params: { caseId }, body: { text } }))
  // The response has no notes, and other moderators may have added some.
  return noted.ok ? readCase(forum, caseId) : noted
}

export interface Settling {
  action: Settlement
  /** The end of a mute or a ban; null for none. */
  until?: string | null
  reason?: string
}

/** A settled case and its undo; null if it cannot be undone. */
export interface Settled {
  case: Case
  undoId: number | null
}

/** Settles every report of a case with one act. */
export function settleCase(forum: Forum, caseId: number, settling: Settling): Promise<Result<Settled>> {
  return resultOf(
    forum.call('resolveCase', { params: { caseId }, body: settling }).then(({ case: found, undo }) => {
      forum.update((write) => {
        applyCase(write, found)
      })
      return { case: found, undoId: undo?.id ?? null }
    }),
  )
}

/** Undoes a settlement and its act; the case is open again, claimed by the reader. */
export async function reopenCase(forum: Forum, caseId: number, undoId: number): Promise<Result<Case>> {
  const undone = await undoAct(forum, undoId)
  return undone.ok ? readCase(forum, caseId) : undone
}
