import { type ServerEventName } from '@forum/shared/events'
import { announcementSlice } from '../features/announcement/announcement.slice'
import { authSlice } from '../features/auth/auth.slice'
import { blocksSlice } from '../features/blocks/blocks.slice'
import { boardCopySlice } from '../features/board-copy/board-copy.slice'
import { boardsSlice } from '../features/boards/boards.slice'
import { deletionsSlice } from '../features/deletions/deletions.slice'
import { submissionsSlice } from '../features/drafts/drafts.slice'
import { liveSlice } from '../features/live/live.slice'
import { membersSlice } from '../features/member-page/members.slice'
import { messagesSlice } from '../features/messages/messages.slice'
import { ownEntriesSlice } from '../features/my-content/my-content.slice'
import type { talkTypingSlice } from '../features/messages/talk-typists'
import type { monitorSlice } from '../features/moderation/monitor.slice'
import { notificationsSlice } from '../features/notifications/notifications.slice'
import { presenceSlice } from '../features/presence/presence.slice'
import { pushSlice } from '../features/push/push.slice'
import { quotedPostsSlice } from '../features/thread/quoted-posts.slice'
import { searchSlice } from '../features/search/search.slice'
import { signInFirstSlice } from '../features/sign-in-first/sign-in-first.slice'
import { siteSlice } from '../features/site/site.slice'
import { likersSlice } from '../features/thread-actions/likers.slice'
import { threadCopySlice } from '../features/thread-copy/thread-copy.slice'
import { unreadSlice } from '../features/unread/unread.slice'
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
