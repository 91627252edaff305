import { type Held, type Undo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type List, loadList, nextPage, revalidateList } from '../../resource'
import { type Forum, type Write } from '../../store'
import { undoAct } from '../log/log.actions'
import { heldQueueSlice } from './held-queue.slice'

/** The lists of the queue: waiting, approved and rejected texts. */
export const HELD_LISTS = ['pending', 'approved', 'rejected'] as const
export type HeldListName = (typeof HELD_LISTS)[number]

const HELD_AT_ONCE = 100

const apply = (write: Write, held: Held) => {
  write(heldQueueSlice).held[held.id] = held
}

/** Waiting texts keep their places while they are shown, so that nothing moves under the pointer. */
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

/** Loads the waiting texts again, with those that have arrived. */
export function showArrived(forum: Forum, list: List<Held>): Promise<void> {
  forum.update((write) => {
    write(heldQueueSlice).arrived = []
  })
  return loadList(forum, list)
}

/** Publishes a text, edited if a content is given. */
export function approve(
  forum: Forum,
  { id: heldId, version }: Pick<Held, 'id' | 'version'>,
  content?: string,
): Promise<Result<unknown>> {
  const body = { version, ...(content === undefined ? {} : { content }) }
  return seen(forum, decided(forum, forum.call('approveHeld', { params: { heldId }, body })))
}

/** Shows a text again that its author has changed since, if it could not be approved for that. */
async function seen<Value>(forum: Forum, approval: Promise<Result<Value>>): Promise<Result<Value>> {
  const result = await approval
  if (!result.ok && result.error.code === 'CONFLICT') void revalidateList(forum, heldIn('pending'))
  return result
}

/** Rejects a text; returns its undo. */
export async function reject(forum: Forum, heldId: number, reason: string): Promise<Result<Undo | null>> {
  const call = forum.call('rejectHeld', { params: { heldId }, body: { reason } })
  const result = await decided(forum, call)
  return result.ok ? { ok: true, value: result.value.undo } : result
}

/** Undoes a rejection, so that the text waits again. */
export async function undoRejection(forum: Forum, heldId: number, undo: Undo): Promise<Result<unknown>> {
  const result = await undoAct(forum, undo.id)
  if (result.ok)
    forum.update((write) => {
      const state = write(heldQueueSlice)
      const held = state.held[heldId]
      if (held) held.status = 'pending'
      state.arrived = state.arrived.filter((id) => id !== heldId)
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

/** Rejects all waiting texts of a member, including those that the page has not loaded. */
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
  const shown = forum.read(heldQueueSlice).held
  const versions = action === 'approve' && { versions: ids.map((id) => shown[id]?.version ?? 0) }
  return resultOf(
    forum.call('decideHeld', { body: { ids: [...ids], ...versions, action, reason } }).then(({ results }) => {
      if (results.some(({ code }) => code === 'CONFLICT')) void revalidateList(forum, heldIn('pending'))
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
