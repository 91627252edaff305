import { type BodyInput, type Api, type CurrentUser } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { navigate, readToken, removeToken, storeToken } from '../../lib/session'
import { type Slice, type SliceTools } from '../../store/slice'
import { storeLastMember } from './last-member'

export interface AccountActions {
  /** Changes the given parts of the member's own profile. */
  updateProfile: (fields: BodyInput<Api['updateProfile']>) => Promise<Result<void>>
  uploadAvatar: (picture: Blob) => Promise<Result<void>>
  /** Ends all other sessions; this one goes on with a new token. */
  changePassword: (passwords: BodyInput<Api['changePassword']>) => Promise<Result<void>>
  /** Returns a zip of all that is the member's own. */
  exportAccount: () => Promise<Result<Blob>>
  /** Deletes the account for good and goes home. */
  deleteAccount: (password: string) => Promise<Result<void>>
  /** Has a link for a new password mailed. */
  forgotPassword: (username: string) => Promise<Result<void>>
  /** Sets a new password by a mailed token, signs in and goes home. */
  resetPassword: (reset: BodyInput<Api['resetPassword']>) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumActions extends AccountActions {}
}

/** What members do with their own accounts beyond signing in. */
export const accountSlice = {
  scope: 'session',
  initialState: () => ({}),
  actions: ({ get, update, call, callBeyondSession }: SliceTools): AccountActions => {
    /** Shows the account as the server has it now, beside the member's posts too. */
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
          // The event that ends the session may come before the answer.
          callBeyondSession('deleteAccount', { body: { password } }).then(() => {
            removeToken()
            get().changeSession({ status: 'anonymous', user: null, endedBecause: null })
            navigate('/')
          }),
        ),

      forgotPassword: (username) => resultOf(call('forgotPassword', { body: { username } })),

      resetPassword: (reset) =>
        resultOf(
          call('resetPassword', { body: reset }).then(({ user, token }) => {
            storeToken(token)
            storeLastMember(token, user)
            get().changeSession({ status: 'member', user, endedBecause: null })
            navigate('/', { replace: true })
          }),
        ),
    }
  },
} satisfies Slice
