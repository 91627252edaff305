import { type Held, type Undo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type List, loadList, nextPage } from '../../resource'
import { type Forum, type Write } from '../../store'
import { undoAct } from '../log/log.actions'
import { heldQueueSlice } from './held-queue.slice'

/** The lists of the queue: what waits, what was approved, and what was rejected. */
export const HELD_LISTS = ['pending', 'approved', 'rejected'] as const
export type HeldListName = (typeof HELD_LISTS)[number]

const HELD_AT_ONCE = 100

const apply = (write: Write, held: Held) => {
  write(heldQueueSlice).held[held.id] = held
}

/** What waits keeps its place while it is shown, so that nothing moves under the pointer. */
export const heldIn = (status: HeldListName): List<Held> => ({
  key: `held:${status}`,
  room: { kind: 'moderation' },
  keepsOrder: true,
  applyItem: apply,
  async read({ call, cursor }) {
    const { held, pagination } = await call('listHeld', {
      query: { status, page: cursor ?? '1', limit: HELD_AT_ONCE },
    })
    return { items: held, nextCursor: nextPage(pagination) }
  },
})

/** Reads what waits again, with what has arrived. */
export function showArrived(forum: Forum, list: List<Held>): Promise<void> {
  forum.update((write) => {
    write(heldQueueSlice).arrived = []
  })
  return loadList(forum, list)
}

/** Publishes a text, changed if a content is given. */
export function approve(
  forum: Forum,
  { id: heldId, version }: Pick<Held, 'id' | 'version'>,
  content?: string,
): Promise<Result<unknown>> {
  const body = { version, ...(content === undefined ? {} : { content }) }
  return decided(forum, forum.call('approveHeld', { params: { heldId }, body }))
}

/** Rejects a text; returns how that can be taken back. */
export async function reject(forum: Forum, heldId: number, reason: string): Promise<Result<Undo | null>> {
  const call = forum.call('rejectHeld', { params: { heldId }, body: { reason } })
  const result = await decided(forum, call)
  return result.ok ? { ok: true, value: result.value.undo } : result
}

/** Lets a rejected text wait again. */
export async function takeBack(forum: Forum, heldId: number, undo: Undo): Promise<Result<unknown>> {
  const result = await undoAct(forum, undo.id)
  if (result.ok)
    forum.update((write) => {
      const own = write(heldQueueSlice)
      const held = own.held[heldId]
      if (held) held.status = 'pending'
      own.arrived = own.arrived.filter((id) => id !== heldId)
    })
  return result
}

const decided = <Answer extends { held: Held }>(
  forum: Forum,
  work: Promise<Answer>,
): Promise<Result<Answer>> =>
  resultOf(
    work.then((answer) => {
      forum.update((write) => {
        apply(write, answer.held)
      })
      return answer
    }),
  )

/** Rejects all that waits of a member, whether the page has read it or not. */
export async function rejectMember(forum: Forum, userId: number, reason: string): Promise<Result<number>> {
  const all = await resultOf(forum.call('listHeld', { query: { userId, limit: HELD_AT_ONCE } }))
  if (!all.ok) return all
  const ids = all.value.held.map(({ id }) => id)
  return ids.length === 0 ? { ok: true, value: 0 } : decideAll(forum, ids, 'reject', reason)
}

/** Decides on several texts; returns how many could not be decided on. */
export function decideAll(
  forum: Forum,
  ids: readonly number[],
  action: 'approve' | 'reject',
  reason = '',
): Promise<Result<number>> {
  return resultOf(
    forum.call('decideHeld', { body: { ids: [...ids], action, reason } }).then(({ results }) => {
      forum.update((write) => {
        const { held } = write(heldQueueSlice)
        for (const { id, ok } of results) {
          const one = held[id]
          if (ok && one) one.status = action === 'approve' ? 'approved' : 'rejected'
        }
      })
      return results.filter(({ ok }) => !ok).length
    }),
  )
}
