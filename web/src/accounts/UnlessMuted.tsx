import { type ReactNode } from 'react'
import { muteEndIn } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { FormError, localTime, useSecondsUntil } from '../ui'
import { useSession } from '../state/session'

/**
 * Returns the text that says until when the reader is muted, in a board if one is given; null if the reader
 * is not muted.
 */
export function useMuteNotice(boardId: number | null = null): string | null {
  const { user } = useSession()
  const end = muteEndIn(user, boardId)
  const isMuted = useSecondsUntil(end) > 0
  if (end === null || !isMuted) return null
  const isHereAlone = end !== muteEndIn(user, null)
  return commonText(isHereAlone ? 'mutedHere' : 'muted', { time: localTime(new Date(end).toISOString()) })
}

/** Renders a form, or the reason why it is missing while the reader is muted. */
export function UnlessMuted({ boardId = null, children }: { boardId?: number | null; children: ReactNode }) {
  const notice = useMuteNotice(boardId)
  return notice === null ? children : <FormError>{notice}</FormError>
}
