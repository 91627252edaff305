import { type BodyInput, type Api, type CurrentUser } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { navigate, readToken, removeToken, storeToken } from '../../lib/session'
import { type Slice, type SliceTools } from '../../store/slice'
import { storeLastMember } from './last-member'

export interface AccountActions {
  /** Changes the given parts of the member's own profile. */
  updateProfile: (fields: BodyInput<Api['updateProfile']>) => Promise<Result<void>>
  uploadAvatar: (picture: Blob) => Promise<Result<void>>
  /** Ends all other sessions; this one continues with a new token. */
  changePassword: (passwords: BodyInput<Api['changePassword']>) => Promise<Result<void>>
  /** Returns a zip of all the member's own data. */
  exportAccount: () => Promise<Result<Blob>>
  /** Deletes the account permanently and goes home. */
  deleteAccount: (password: string) => Promise<Result<void>>
  /** Requests an email with a link to reset the password. */
  forgotPassword: (username: string) => Promise<Result<void>>
  /** Sets a new password with a mailed token, signs in and goes home. */
  resetPassword: (reset: BodyInput<Api['resetPassword']>) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumActions extends AccountActions {}
}

/** Account actions of members beyond signing in. */
export const accountSlice = {
  scope: 'session',
  initialState: () => ({}),
  actions: ({ get, update, call, callBeyondSession }: SliceTools): AccountActions => {
    /** Merges the server's current account into the session, and into the author details of the member's posts. */
    const applyUser = (user: CurrentUser, token = readToken()): void => {
      if (token !== null) storeLastMember(token, user)
      update((state) => {
        state.session.user = user
        const shown = state.users[user.id]
        if (!shown) return
        const { displayName, avatar, signature } = user
        Object.assign(shown, { displayName, avatar, signature })
      })
    }
    return {
      updateProfile: (fields) =>
        resultOf(
          call('updateProfile', { body: fields }).then(({ user }) => {
            applyUser(user)
          }),
        ),

      uploadAvatar: (picture) =>
        resultOf(
          call('uploadAvatar', { file: picture }).then(({ user }) => {
            applyUser(user)
          }),
        ),

      changePassword: (passwords) =>
        resultOf(
          call('changePassword', { body: passwords }).then(({ user, token }) => {
            // The connection follows the new token.
            storeToken(token)
            applyUser(user, token)
          }),
        ),

      exportAccount: () =>
        resultOf(
          call('exportAccount').then(
            ({ type, body }) => new Blob([body as Uint8Array<ArrayBuffer>], { type }),
          ),
        ),

      deleteAccount: (password) =>
        resultOf(
          // The event that ends the session may arrive before the response.
          callBeyondSession('deleteAccount', { body: { password } }).then(() => {
            removeToken()
            get().changeSession({ status: 'anonymous', user: null, endedBecause: null })
            navigate('/')
          }),
        ),

      forgotPassword: (username) => resultOf(call('forgotPassword', { body: { username } })),

      resetPassword: (reset) =>
        resultOf(
          callBeyondSession('resetPassword', { body: reset }).then(({ user, token }) => {
            storeToken(token)
            storeLastMember(token, user)
            get().changeSession({ status: 'member', user, endedBecause: null })
            navigate('/', { replace: true })
          }),
        ),
    }
  },
} satisfies Slice
