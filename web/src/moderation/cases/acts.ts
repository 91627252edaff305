import { type Case, type Settlement } from '@forum/shared/contract'
import { type Actor } from '@forum/shared/policies'
import { mayAct, PAGE_ACTS } from '../acts'
import { authorOf } from './describe'

/** The acts on a case, in the order of the form. */
const SETTLEMENTS: readonly Settlement[] = [
  'delete_post',
  'lock_thread',
  'mute_user',
  'ban_user',
  'other',
  'dismiss',
]

/** Settlements that do nothing to a post or a member. */
export type PlainSettlement = 'dismiss' | 'other'
export const isPlainSettlement = (action: Settlement): action is PlainSettlement =>
  action === 'dismiss' || action === 'other'
const PLAIN_KEYS: Record<PlainSettlement, string> = { dismiss: 'x', other: 'h' }

/** The key that chooses each act. */
export const keyOfAct = (action: Settlement): string =>
  isPlainSettlement(action) ? PLAIN_KEYS[action] : (PAGE_ACTS[action].key ?? '')
export const ACT_KEYS: Readonly<Record<string, Settlement>> = Object.fromEntries(
  SETTLEMENTS.map((action) => [keyOfAct(action), action]),
)

/** Returns the acts by which a moderator can settle a case: those that they could do elsewhere too. */
export function actsFor(reportCase: Case, actor: Actor): Settlement[] {
  const place = { boardId: reportCase.thread?.boardId ?? null, member: authorOf(reportCase) }
  const order: readonly Settlement[] =
    reportCase.kind === 'post' || reportCase.kind === 'complaint'
      ? SETTLEMENTS
      : ['ban_user', 'mute_user', 'dismiss']
  return order.filter((action) => {
    if (action === 'dismiss') return true
    if (action === 'other') return reportCase.kind === 'complaint'
    const isOnPost = action === 'delete_post' || action === 'lock_thread'
    return (!isOnPost || reportCase.post?.isDeleted === false) && mayAct(actor, action, place)
  })
}
