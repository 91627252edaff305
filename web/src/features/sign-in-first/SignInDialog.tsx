import { forum, sessionSlice } from '../../store'
import { Dialog, useIsWide } from '../../ui'
import { LoginForm } from '../auth'
import { type Wanted, signInFirstSlice } from './sign-in-first.slice'
import { signInFirstText } from './sign-in-first.texts'

/** Asks a visitor to sign in, says why, and leads back to where it is done. */
export function SignInDialog({ asked }: { asked: Wanted }) {
  const isWide = useIsWide()
  const { act, name = '', number = 1, place } = asked
  return (
    <Dialog
      onClose={() => {
        forum.update((write) => {
          const own = write(signInFirstSlice)
          own.asked = null
          // Signing in closes it too.
          if (forum.read(sessionSlice).user === null) own.waiting = null
        })
      }}
      shape={isWide ? 'box' : 'sheet'}
      title={signInFirstText(`title.${act}`, { name })}
      note={signInFirstText(`why.${act}`, { name, number })}
    >
      <LoginForm
        place={place}
        onLeave={() => {
          forum.update((write) => {
            write(signInFirstSlice).waiting = asked
          })
        }}
      />
    </Dialog>
  )
}
