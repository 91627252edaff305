import { type CurrentUser } from '@forum/shared/contract'
import { applyUser } from '../../accounts'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

const applied = (
  forum: Forum,
  response: Promise<{ user?: CurrentUser | undefined }>,
): Promise<Result<void>> =>
  resultOf(
    response.then(({ user }) => {
      if (user) applyUser(forum, user)
    }),
  )

/** Requests a change of the address, confirmed by the link mailed to the new one. */
export const changeEmail = (forum: Forum, email: string): Promise<Result<void>> =>
  applied(
    forum,
    withFreshPassword(forum, () => forum.call('changeEmail', { body: { email } })),
  )

/** Cancels a requested change of the address. */
export const cancelEmailChange = (forum: Forum): Promise<Result<void>> =>
  applied(forum, forum.call('cancelEmailChange'))

/** Sends the mail that confirms an address again. */
export const resendEmail = (forum: Forum): Promise<Result<void>> => resultOf(forum.call('resendEmail'))

/** Confirms an address with a mailed token; the session, if there is one, shows it at once. */
export const verifyEmail = (forum: Forum, token: string): Promise<Result<void>> =>
  applied(forum, forum.callBeyondSession('verifyEmail', { body: { token } }))

/** Returns an account to its earlier address with a mailed token. */
export const undoEmail = (forum: Forum, token: string): Promise<Result<void>> =>
  resultOf(forum.callBeyondSession('undoEmail', { body: { token } }))

/** Gives the member another username. */
export const changeUsername = (forum: Forum, username: string): Promise<Result<void>> =>
  applied(
    forum,
    withFreshPassword(forum, () => forum.call('changeUsername', { body: { username } })),
  )
