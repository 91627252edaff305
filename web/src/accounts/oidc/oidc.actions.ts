import { type Api, type BodyInput, type ResponseOf } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { enterWith, leaveForSite, withFreshPassword } from '../../state/session'
import { applyUser } from '../account.actions'

export type Provider = ResponseOf<Api['listProviders']>['providers'][number]
type NewcomerFields = Extract<ResponseOf<Api['finishOidc']>, { register: unknown }>['register']

export const loadProviders = (forum: Forum): Promise<readonly Provider[]> =>
  forum.callBeyondSession('listProviders').then(({ providers }) => providers)

/** Leaves for the provider, which leads back to `/login/with`. */
export function beginWith(provider: string, returnTo: string): void {
  leaveForSite(provider, { returnTo })
}

/** Links the provider's identity to the signed-in member, or confirms that it is that member. */
export const linkIdentity = (
  forum: Forum,
  body: Pick<BodyInput<Api['finishOidc']>, 'code' | 'secondFactor'>,
): Promise<Result<void>> =>
  resultOf(
    withFreshPassword(forum, () => forum.call('finishOidc', { body })).then((finished) => {
      if ('user' in finished) applyUser(forum, finished.user)
    }),
  )

/** Signs in, or returns what a newcomer still has to enter. */
export const finishSignIn = (
  forum: Forum,
  body: BodyInput<Api['finishOidc']>,
): Promise<Result<NewcomerFields | null>> =>
  resultOf(
    forum.callBeyondSession('finishOidc', { body }).then(async (finished) => {
      if ('register' in finished) return finished.register
      await enterWith(forum, Promise.resolve(finished))
      return null
    }),
  )
