import { type Api, type BodyInput } from '@forum/shared/contract'
import { resultOf } from '../../../lib/result'
import { type Forum } from '../../../store'
import { withFreshPassword } from '../../../state/session'

export const loadTokens = (forum: Forum) => resultOf(forum.call('listTokens').then(({ tokens }) => tokens))

/** Makes a token and returns it with its secret, which is not shown again. */
export const createToken = (forum: Forum, body: BodyInput<Api['createToken']>) =>
  resultOf(withFreshPassword(forum, () => forum.call('createToken', { body })))

export const revokeToken = (forum: Forum, id: number) =>
  resultOf(forum.call('revokeToken', { params: { id } }))
