import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { enterWith } from '../../state/session'

/** Signs in with the passkey that the member chooses. Returns whether there was one. */
async function signIn(forum: Forum, useBrowserAutofill: boolean): Promise<Result<boolean>> {
  const begun = await resultOf(forum.callBeyondSession('beginPasskeySignIn'))
  if (!begun.ok) return begun
  let asserted
  try {
    asserted = await startAuthentication({ optionsJSON: begun.value, useBrowserAutofill })
  } catch {
    // Browsers do not give the reason: the member may have closed the dialog, or has no passkey.
    return { ok: true, value: false }
  }
  return resultOf(
    enterWith(forum, forum.callBeyondSession('signInWithPasskey', { body: asserted })).then(() => true),
  )
}

/** Signs in with a passkey, for which the browser asks. */
export const signInWithPasskey = (forum: Forum) => signIn(forum, false)

/** Lets the browser offer passkeys among its suggestions for the username; a failure leaves the form as it is. */
export async function offerPasskeys(forum: Forum): Promise<void> {
  if (await browserSupportsWebAuthnAutofill()) await signIn(forum, true)
}
