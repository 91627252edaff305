import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { forum, sessionSlice } from '../../store'
import { Dialog, useIsWide } from '../../ui'
import { LoginForm } from '../LoginForm'
import { useSession } from '../../state/session'
import { type Wanted, signInFirstSlice } from './sign-in-first.slice'
import { signInFirstText } from './sign-in-first.texts'

/** Asks a visitor to sign in, says why, and leads back to the screen afterwards. */
export function SignInDialog({ asked }: { asked: Wanted }) {
  const isWide = useIsWide()
  const { pathname } = useLocation()
  const { user } = useSession()
  const [openedOn] = useState(pathname)
  const { act, name = '', number = 1, place } = asked
  // It belongs to the screen on which it was opened, and to visitors.
  const isOver = user !== null || pathname !== openedOn
  useEffect(() => {
    if (isOver) stopAsking()
  }, [isOver])
  if (isOver) return null
  return (
    <Dialog
      onClose={() => {
        stopAsking()
        // Signing in closes it too.
        if (forum.read(sessionSlice).user === null) wait(null)
      }}
      shape={isWide ? 'box' : 'sheet'}
      title={signInFirstText(`title.${act}`, { name })}
      note={signInFirstText(`why.${act}`, { name, number })}
    >
      <LoginForm
        place={place}
        onLeave={() => {
          wait(asked)
        }}
      />
    </Dialog>
  )
}

function stopAsking(): void {
  forum.update((write) => {
    write(signInFirstSlice).asked = null
  })
}

function wait(wanted: Wanted | null): void {
  forum.update((write) => {
    write(signInFirstSlice).waiting = wanted
  })
}
