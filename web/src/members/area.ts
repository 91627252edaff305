import { type AreaParts, screen, withSlices } from '../state/area'
import { membersSlice } from './member-page/members.slice'
import { ownEntriesSlice } from './my-content/my-content.slice'

/** The screens bring what only they show. */
const kept = () =>
  withSlices(
    import('./kept/screens'),
    import('./kept/kept.slice').then(({ keptSlice }) => [keptSlice]),
  )
const emailLinks = () => import('./email/EmailLinkScreens')

/** Members: their pages, settings, own posts, bookmarks and reading history. */
export const membersArea = {
  slices: [membersSlice, ownEntriesSlice],
  routes: [
    screen('/users/:userId', async () => (await import('./member-page/screens')).MemberScreen),
    screen('/my/posts', async () => (await import('./my-content/MyContentScreen')).MyContentScreen),
    screen('/verify-email', async () => (await emailLinks()).VerifyEmailScreen),
    screen('/undo-email', async () => (await emailLinks()).UndoEmailScreen),
  ],
  memberRoutes: [
    screen('/my/bookmarks', async () => (await kept()).BookmarksScreen),
    screen('/my/history', async () => (await kept()).HistoryScreen),
    screen('/profile', async () => (await import('./profile/ProfileScreen')).ProfileScreen),
    screen('/groups', async () => (await import('./groups/OwnGroupsScreen')).OwnGroupsScreen),
  ],
} satisfies AreaParts
