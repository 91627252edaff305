import { type Api, type BodyInput, type CurrentUser, type ResponseOf } from '@forum/shared/contract'
import { type Result, resultOf } from '../lib/result'
import { navigate, readToken, removeToken, storeToken } from '../lib/session'
import { accountChanged, type Forum } from '../store'
import { applyAuthor } from '../state/thread-copy'
import { anonymous, member, withFreshPassword, storeLastMember } from '../state/session'

/** Merges the server's current account into the session, and into the author details of the member's posts. */
export function applyUser(forum: Forum, user: CurrentUser, token = readToken()): void {
  if (token !== null) storeLastMember(token, user)
  forum.update((write) => {
    accountChanged(write, user)
    const { id, displayName, avatar, signature } = user
    applyAuthor(write, { id, displayName, avatar, signature })
  })
}

/** Changes the given parts of the member's own profile. */
export function updateProfile(forum: Forum, fields: BodyInput<Api['updateProfile']>): Promise<Result<void>> {
  return resultOf(
    forum.call('updateProfile', { body: fields }).then(({ user }) => {
      applyUser(forum, user)
    }),
  )
}

export function uploadAvatar(forum: Forum, picture: Blob): Promise<Result<void>> {
  return resultOf(
    forum.call('uploadAvatar', { file: picture }).then(({ user }) => {
      applyUser(forum, user)
    }),
  )
}

/** Ends all other sessions; this one continues with a new token. */
export function changePassword(
  forum: Forum,
  passwords: BodyInput<Api['changePassword']>,
): Promise<Result<void>> {
  return resultOf(
    withFreshPassword(forum, () => forum.call('changePassword', { body: passwords })).then(
      ({ user, token }) => {
        // The connection follows the new token.
        storeToken(token)
        applyUser(forum, user, token)
      },
    ),
  )
}

/** Returns a zip of all the member's own data. */
export function exportAccount(forum: Forum): Promise<Result<Blob>> {
  return resultOf(
    withFreshPassword(forum, () => forum.call('exportAccount')).then(
      ({ type, body }) => new Blob([body as Uint8Array<ArrayBuffer>], { type }),
    ),
  )
}

/** Deletes the account permanently and goes home. */
export function deleteAccount(forum: Forum, typed: BodyInput<Api['deleteAccount']>): Promise<Result<void>> {
  return resultOf(
    // The event that ends the session may arrive before the response.
    withFreshPassword(forum, () => forum.callBeyondSession('deleteAccount', { body: typed })).then(() => {
      removeToken()
      forum.changeSession(anonymous())
      navigate('/')
    }),
  )
}

/** Returns how a forgotten password can be reset: by mail, or by asking an admin. */
export const loadPasswordHelp = (forum: Forum): Promise<Result<ResponseOf<Api['getPasswordHelp']>>> =>
  resultOf(forum.callBeyondSession('getPasswordHelp'))

/** Requests an email with a link to reset the password. */
export function forgotPassword(forum: Forum, username: string): Promise<Result<void>> {
  return resultOf(forum.call('forgotPassword', { body: { username } }))
}

/** Sets a new password with a mailed token, signs in and goes home. */
export function resetPassword(forum: Forum, reset: BodyInput<Api['resetPassword']>): Promise<Result<void>> {
  return resultOf(
    forum.callBeyondSession('resetPassword', { body: reset }).then(({ user, token }) => {
      storeToken(token)
      storeLastMember(token, user)
      forum.changeSession(member(user))
      navigate('/', { replace: true })
    }),
  )
}
