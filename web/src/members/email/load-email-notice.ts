import { type CurrentUser } from '@forum/shared/contract'
import { type LoadScreen } from '../../state/area'

/** Whether something about a member's address is to be said. */
export const needsEmailNotice = ({ canVerifyEmail, emailVerified, emailBounces }: CurrentUser): boolean =>
  canVerifyEmail && (!emailVerified || emailBounces)

/** Loads what is said of it. */
export const loadEmailNotice: LoadScreen = async () => ({
  Component: (await import('./EmailNotice')).EmailNotice,
})
