import { forum } from '../../store'
import { Button, toast, useAction } from '../../ui'
import { passkeySignInText } from './passkey-sign-in.texts'
import { signInWithPasskey } from './sign-in'

/** Signs in with a passkey, for members whose browser does not offer it among its suggestions. */
export function PasskeyButton() {
  const { isBusy, run } = useAction(
    () => signInWithPasskey(forum),
    (isSignedIn) => {
      if (!isSignedIn) toast.info(passkeySignInText('none'))
    },
    passkeySignInText('failed'),
  )
  return (
    <Button wide busy={isBusy} onClick={run}>
      {passkeySignInText('signIn')}
    </Button>
  )
}
