import { type Result, resultOf } from '../lib/result'
import { type Forum } from '../store'
import { withFreshPassword } from '../state/session'
import { applyUser } from './account.actions'

/** Loads the time since when the member has a second factor; null without one. */
export const loadSecondFactor = (forum: Forum) =>
  resultOf(forum.call('getSecondFactor').then(({ secondFactor }) => secondFactor))

/** Returns a new key for an authenticator app, as text and as a link. */
export const beginSecondFactor = (
  forum: Forum,
  typed: { password?: string },
): Promise<Result<{ key: string; link: string }>> =>
  resultOf(withFreshPassword(forum, () => forum.call('beginSecondFactor', { body: typed })))

/** Turns the second factor on with the first code; returns the recovery codes. */
export const turnOnSecondFactor = (forum: Forum, code: string): Promise<Result<string[]>> =>
  resultOf(
    forum.call('turnOnSecondFactor', { body: { code } }).then(({ user, recoveryCodes }) => {
      applyUser(forum, user)
      return recoveryCodes
    }),
  )

export const turnOffSecondFactor = (
  forum: Forum,
  proof: { password?: string; code: string },
): Promise<Result<void>> =>
  resultOf(
    withFreshPassword(forum, () => forum.call('turnOffSecondFactor', { body: proof })).then(({ user }) => {
      applyUser(forum, user)
    }),
  )
