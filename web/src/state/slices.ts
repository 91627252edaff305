import { listsSlice } from '../resource'
import { announcementSlice } from './announcement/announcement.slice'
import { blocksSlice } from './blocks/blocks.slice'
import { boardCopySlice } from './board-copy/board-copy.slice'
import { deletionsSlice } from './deletions/deletions.slice'
import { submissionsSlice } from './drafts/drafts.slice'
import { ownHeldSlice } from './held/held.slice'
import { liveSlice } from './live/live.slice'
import { presenceSlice } from './presence/presence.slice'
import { authSlice } from './session/auth.slice'
import { siteSlice } from './site/site.slice'
import { threadCopySlice } from './thread-copy/thread-copy.slice'
import { unreadSlice } from './unread/unread.slice'

/** The slices that several screens share. The first load begins with them (`main.ts`). */
export const stateSlices = [
  announcementSlice,
  authSlice,
  blocksSlice,
  boardCopySlice,
  deletionsSlice,
  listsSlice,
  liveSlice,
  ownHeldSlice,
  presenceSlice,
  siteSlice,
  submissionsSlice,
  threadCopySlice,
  unreadSlice,
] as const
