import { type ReactNode } from 'react'
import { muteEnd } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { FormError, localTime, useSecondsUntil } from '../ui'
import { useSession } from '../state/session'

/** Returns until when the reader may not write, as a text; null if the reader is not muted. */
export function useMuteNotice(): string | null {
  const { user } = useSession()
  const end = muteEnd(user)
  const isMuted = useSecondsUntil(end) > 0
  return end !== null && isMuted
    ? commonText('muted', { time: localTime(new Date(end).toISOString()) })
    : null
}

/** Renders a form, or why there is none while the reader is muted. */
export function UnlessMuted({ children }: { children: ReactNode }) {
  const notice = useMuteNotice()
  return notice === null ? children : <FormError>{notice}</FormError>
}
