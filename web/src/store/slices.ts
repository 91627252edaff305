import { type ServerEventName } from '@forum/shared/events'
import { announcementSlice } from '../features/announcement/announcement.slice'
import { accountSlice } from '../features/auth/account.slice'
import { authSlice } from '../features/auth/auth.slice'
import { boardAdminSlice } from '../features/board-admin/board-admin.slice'
import { boardsSlice } from '../features/boards/boards.slice'
import { draftsSlice } from '../features/drafts/drafts.slice'
import { liveSlice } from '../features/live/live.slice'
import { notificationsSlice } from '../features/notifications/notifications.slice'
import { myContentSlice } from '../features/my-content/my-content.slice'
import { messagesSlice } from '../features/messages/messages.slice'
import { membersSlice } from '../features/member-page/members.slice'
import { newThreadSlice } from '../features/new-thread/new-thread.slice'
import { presenceSlice } from '../features/presence/presence.slice'
import { pushSlice } from '../features/push/push.slice'
import { reportsSlice } from '../features/reports/reports.slice'
import { threadSlice } from '../features/thread/thread.slice'
import { threadActionsSlice } from '../features/thread-actions/thread-actions.slice'
import { threadLogSlice } from '../features/thread-log/thread-log.slice'
import { unreadSlice } from '../features/unread/unread.slice'
import { listsSlice } from '../resource/lists.slice'
import { type ForumActions, type ForumState, type Slice } from './slice'

/** Every slice of the store, one line per feature. */
export const slices = {
  account: accountSlice,
  announcement: announcementSlice,
  auth: authSlice,
  boardAdmin: boardAdminSlice,
  boards: boardsSlice,
  drafts: draftsSlice,
  lists: listsSlice,
  live: liveSlice,
  notifications: notificationsSlice,
  myContent: myContentSlice,
  messages: messagesSlice,
  members: membersSlice,
  newThread: newThreadSlice,
  presence: presenceSlice,
  push: pushSlice,
  reports: reportsSlice,
  thread: threadSlice,
  threadActions: threadActionsSlice,
  threadLog: threadLogSlice,
  unread: unreadSlice,
}

type Registered = (typeof slices)[keyof typeof slices]
type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type HandledBy<S> = S extends { handlers: infer Handlers } ? keyof Handlers : never
type ActionsOf<S> = S extends { actions: (...tools: never[]) => infer Actions } ? Actions : object

export type StateOfSlices = Both<ReturnType<Registered['initialState']>>
export type ActionsOfSlices = Both<ActionsOf<Registered>>
/** Declared state, actions and events that no registered slice provides. */
type Missing = {
  state: Exclude<keyof ForumState, keyof StateOfSlices | 'sessionNumber'>
  actions: Exclude<keyof ForumActions, keyof ActionsOfSlices | 'receive' | 'changeSession' | 'update'>
  handlers: Exclude<ServerEventName, HandledBy<Registered>>
}
/** Does not compile while something is missing. */
const _isComplete: [Missing[keyof Missing]] extends [never] ? true : Missing[keyof Missing] = true

const all: readonly Slice[] = Object.values(slices)

/** The state of a newly opened page. */
export const initialState = (): ForumState => ({ ...merge(all), sessionNumber: 0 })

/** The state to which the end of a session resets every slice, except the device's. */
export const initialSessionState = (): Partial<ForumState> =>
  merge(all.filter(({ scope }) => scope === 'session'))

function merge(parts: readonly Slice[]): StateOfSlices {
  return Object.assign({}, ...parts.map((slice) => slice.initialState())) as StateOfSlices
}
