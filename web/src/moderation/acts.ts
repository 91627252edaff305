import { type ModerationAction } from '@forum/shared/acts'
import { type Undo, type User } from '@forum/shared/contract'
import { type Actor, mayDiscipline, mayModerate } from '@forum/shared/policies'
import { type Forum } from '../store'
import { Ban } from '../ui/icons'
import { memberChanged } from '../members'
import { type PageAct, POST_ACTS, THREAD_ACTS } from '../threads'
import { logText } from './log/log.texts'
import { monitorText } from './monitor.texts'

/** Acts with screens or forms of their own. */
type ActWithOwnForm =
  | 'edit_post'
  | 'set_role'
  | `${string}_profile`
  | 'warn_user'
  | `${string}_erasure`
  | `${string}_posts`
  | 'unwarn_user'
  | `${string}_source`
  | 'end_sessions'
  | 'set_second_factor'
  | `${string}_purge`
  | 'purge_user'
  | `${string}_board`
  | `${string}_transfer`
  | `set_${string}`
  | 'delete_page'
  | `${string}_category`
  | `${string}_group`
  | `${string}_announcement`
  | 'make_reset_link'
  | 'rename_user'
  | `${string}_report`
  | `${string}_held`
  | `${string}_replies`
  | 'merge_threads'
  | 'reveal_author'

type MemberAction = 'ban_user' | 'unban_user' | 'mute_user' | 'unmute_user'
export type PageAction = Exclude<ModerationAction, ActWithOwnForm>

const showing = async (forum: Forum, response: Promise<{ user: User; undo: Undo | null }>) => {
  const { user, undo } = await response
  memberChanged(forum, user)
  return { undo }
}
const muteUser: PageAct['send'] = (forum, userId, { until = null, reason = '' }) =>
  showing(forum, forum.call('muteUser', { params: { userId: String(userId) }, body: { until, reason } }))
const banUser =
  (banned: boolean): PageAct['send'] =>
  (forum, userId, { until = null, reason = '' }) =>
    showing(
      forum,
      forum.call('banUser', {
        params: { userId: String(userId) },
        body: { banned, ...(banned ? { until } : {}), reason },
      }),
    )

/** The acts on members. */
const MEMBER_ACTS: Record<MemberAction, PageAct> = {
  mute_user: {
    icon: Ban,
    label: () => monitorText('mute'),
    key: 'm',
    asks: 'until',
    spans: ['hour', 'day', 'threeDays', 'week', 'month'],
    send: muteUser,
  },
  unmute_user: { icon: Ban, label: () => logText('action.unmute_user'), asks: 'nothing', send: muteUser },
  ban_user: {
    icon: Ban,
    label: () => monitorText('ban'),
    key: 'b',
    asks: 'until',
    spans: ['day', 'threeDays', 'week', 'month', 'forever'],
    send: banUser(true),
  },
  unban_user: {
    icon: Ban,
    label: () => logText('action.unban_user'),
    asks: 'nothing',
    send: banUser(false),
  },
}

/** Every act that the page offers; a missing one does not compile. */
export const PAGE_ACTS: Record<PageAction, PageAct> = { ...THREAD_ACTS, ...POST_ACTS, ...MEMBER_ACTS }

/** Returns whether a moderator may do an act in a board, or to a member. */
export function mayAct(
  actor: Actor | null,
  action: PageAction,
  { boardId, member }: { boardId: number | null; member: Parameters<typeof mayDiscipline>[1] | null },
): boolean {
  if (actor === null) return false
  if (action.endsWith('_user')) return member !== null && mayDiscipline(actor, member) === 'allowed'
  return boardId !== null && mayModerate(actor, boardId)
}
