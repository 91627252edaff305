import { useForum } from '../../store'
import { onDemand, useOnDemand } from '../../ui'
import { signInFirstSlice } from './sign-in-first.slice'

const dialog = onDemand(() => import('./SignInDialog'))

/** The place of the dialog that asks a visitor to sign in, on a screen that needs it. */
export function SignInFirst() {
  const asked = useForum((read) => read(signInFirstSlice).asked)
  const parts = useOnDemand(dialog, asked !== null)
  return asked && parts && <parts.SignInDialog asked={asked} />
}
