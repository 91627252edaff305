import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum, sessionSlice, useForum } from '../../store'
import { onDemand, toast } from '../../ui'
import { signInFirstSlice } from './sign-in-first.slice'

const dialog = onDemand(() => import('./SignInDialog'))

/** The place of the dialog that asks a visitor to sign in, for every screen. */
export function SignInFirst() {
  const asked = useForum((read) => read(signInFirstSlice).asked)
  const isMember = useForum((read) => read(sessionSlice).user !== null)
  const { pathname } = useLocation()
  const parts = dialog.use()
  useEffect(() => {
    if (asked) dialog.load().catch(() => toast.error(commonText('loadFailed')))
  }, [asked])
  // It belongs to the screen on which it was opened.
  useEffect(
    () => () => {
      forum.update((write) => {
        write(signInFirstSlice).asked = null
      })
    },
    [pathname, isMember],
  )
  return asked && parts && !isMember ? <parts.SignInDialog asked={asked} /> : null
}
