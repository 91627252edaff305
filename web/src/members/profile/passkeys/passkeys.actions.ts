import { startRegistration } from '@simplewebauthn/browser'
import { type Result, resultOf } from '../../../lib/result'
import { type Forum } from '../../../store'
import { applyUser } from '../../../accounts'
import { withFreshPassword } from '../../../state/session'

/** Creates a passkey on the member's device and adds it. Returns whether the member completed it. */
export async function addPasskey(forum: Forum, name: string): Promise<Result<boolean>> {
  const begun = await resultOf(withFreshPassword(forum, () => forum.call('beginPasskey')))
  if (!begun.ok) return begun
  let created
  try {
    created = await startRegistration({ optionsJSON: begun.value as never })
  } catch {
    // Browsers do not give the reason: the member may have closed the dialog, or the device already has a passkey.
    return { ok: true, value: false }
  }
  const body = { ...created, name } as never
  return resultOf(
    withFreshPassword(forum, () => forum.call('addPasskey', { body })).then(({ user }) => {
      applyUser(forum, user)
      return true
    }),
  )
}

export const renamePasskey = (forum: Forum, id: string, name: string): Promise<Result<void>> =>
  resultOf(
    forum.call('renamePasskey', { params: { id }, body: { name } }).then(({ user }) => {
      applyUser(forum, user)
    }),
  )

export const removePasskey = (forum: Forum, id: string): Promise<Result<void>> =>
  resultOf(
    withFreshPassword(forum, () => forum.call('removePasskey', { params: { id } })).then(async () => {
      applyUser(forum, (await forum.call('me')).user)
    }),
  )
