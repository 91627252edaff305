import { type Case, type Settlement } from '@forum/shared/contract'
import { type Actor, mayDiscipline, mayModerate } from '@forum/shared/policies'
import { authorOf } from './describe'

/** The key that chooses each act. */
export const ACT_KEYS: Record<string, Settlement> = {
  d: 'delete_post',
  l: 'lock_thread',
  m: 'mute_user',
  b: 'ban_user',
  x: 'dismiss',
}
export const keyOfAct = (action: Settlement): string =>
  Object.keys(ACT_KEYS).find((key) => ACT_KEYS[key] === action) ?? ''

/** The acts by which a moderator can settle a case: those that they could do elsewhere too. */
export function actsFor(of: Case, actor: Actor): Settlement[] {
  const author = authorOf(of)
  const onAuthor: Settlement[] =
    author !== null && mayDiscipline(actor, author) === 'allowed' ? ['mute_user', 'ban_user'] : []
  if (of.kind === 'message') return [...onAuthor.toReversed(), 'dismiss']
  const mayAct = of.thread !== null && mayModerate(actor, of.thread.boardId)
  const onPost: Settlement[] = mayAct && of.post?.isDeleted === false ? ['delete_post', 'lock_thread'] : []
  return [...onPost, ...onAuthor, 'dismiss']
}
