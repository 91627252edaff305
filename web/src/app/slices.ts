import { type ServerEventName } from '@forum/shared/events'
import { announcementSlice } from '../state/announcement/announcement.slice'
import { authSlice } from '../state/session/auth.slice'
import { blocksSlice } from '../state/blocks/blocks.slice'
import { boardCopySlice } from '../state/board-copy/board-copy.slice'
import { boardsSlice } from '../boards/boards.slice'
import { deletionsSlice } from '../state/deletions/deletions.slice'
import { submissionsSlice } from '../state/drafts/drafts.slice'
import { liveSlice } from '../state/live/live.slice'
import { membersSlice } from '../members/member-page/members.slice'
import { messagesSlice } from '../messages/messages.slice'
import { ownEntriesSlice } from '../members/my-content/my-content.slice'
import type { talkTypingSlice } from '../messages/talk-typists'
import type { monitorSlice } from '../moderation/monitor.slice'
import { notificationsSlice } from '../notices/notifications.slice'
import { presenceSlice } from '../state/presence/presence.slice'
import { pushSlice } from '../notices/push/push.slice'
import { quotedPostsSlice } from '../threads/thread/quoted-posts.slice'
import { searchSlice } from '../search/search.slice'
import { signInFirstSlice } from '../accounts/sign-in-first/sign-in-first.slice'
import { siteSlice } from '../state/site/site.slice'
import { likersSlice } from '../threads/thread-actions/likers.slice'
import { threadCopySlice } from '../state/thread-copy/thread-copy.slice'
import { unreadSlice } from '../state/unread/unread.slice'
import { listsSlice } from '../resource'
import { type Slice } from '../store'

const all = [
  announcementSlice,
  authSlice,
  blocksSlice,
  boardCopySlice,
  boardsSlice,
  deletionsSlice,
  likersSlice,
  listsSlice,
  liveSlice,
  membersSlice,
  messagesSlice,
  notificationsSlice,
  ownEntriesSlice,
  presenceSlice,
  pushSlice,
  quotedPostsSlice,
  searchSlice,
  signInFirstSlice,
  siteSlice,
  submissionsSlice,
  threadCopySlice,
  unreadSlice,
]

/** Every slice of the page's store, besides the session. Their modules are light: the first load begins with them. */
export const slices: readonly Slice<object>[] = all

type HandledBy<S> = S extends { on: infer Handlers } ? keyof Handlers : never
/** Slices of screens that few readers open, which come with those screens. */
type Lazy = typeof monitorSlice | typeof talkTypingSlice
/** The end of the session is an event for the store itself, and the choice to be hidden one for gateways alone. */
type Elsewhere = 'session:revoked' | 'member:visibility'
type Unhandled = Exclude<ServerEventName, HandledBy<(typeof all)[number] | Lazy> | Elsewhere>
/** Does not compile while no slice handles an event. */
const _isComplete: [Unhandled] extends [never] ? true : Unhandled = true
