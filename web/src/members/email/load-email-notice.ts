import { type CurrentUser } from '@forum/shared/contract'
import { type LoadScreen } from '../../state/area'

/** Returns whether a member's address needs attention. */
export const needsEmailNotice = ({ canVerifyEmail, emailVerified, emailBounces }: CurrentUser): boolean =>
  canVerifyEmail && (!emailVerified || emailBounces)

/** Loads the notice about the address. */
export const loadEmailNotice: LoadScreen = async () => ({
  Component: (await import('./EmailNotice')).EmailNotice,
})
