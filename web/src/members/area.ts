import { type AreaParts, screen } from '../state/area'
import { membersSlice } from './member-page/members.slice'
import { ownEntriesSlice } from './my-content/my-content.slice'

const emailLinks = () => import('./email/EmailLinkScreens')

/** Members: their pages, their settings and what they have written. */
export const membersArea = {
  slices: [membersSlice, ownEntriesSlice],
  routes: [
    screen('/users/:userId', async () => (await import('./member-page/screens')).MemberScreen),
    screen('/my/posts', async () => (await import('./my-content/MyContentScreen')).MyContentScreen),
    screen('/verify-email', async () => (await emailLinks()).VerifyEmailScreen),
    screen('/undo-email', async () => (await emailLinks()).UndoEmailScreen),
  ],
  memberRoutes: [
    screen('/profile', async () => (await import('./profile/ProfileScreen')).ProfileScreen),
    screen('/groups', async () => (await import('./groups/OwnGroupsScreen')).OwnGroupsScreen),
  ],
} satisfies AreaParts
