import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError } from '../../store'
import { resendText } from './resend.texts'
import { useIsLive } from './use-is-live'

/** The automatic sending that a form offers after a failure of the connection. */
export interface Resend {
  /** The text about a failure of the connection; null for any other failure. */
  problem: string | null
  isOffered: boolean
  isAgreed: boolean
  toggle: () => void
}

/**
 * Sends again once the connection is back, unless the member cancels that or has continued writing: `text` is the
 * current text. In that case the text about the failure disappears without sending.
 */
export function useResendWhenBack(failure: ApiError | null, text: string, send: () => void): Resend {
  const isLive = useIsLive()
  // A failure of an earlier visit: the text may be half-written since, and the connection may be back.
  const [failed, setFailed] = useState({ failure, text: failure ? null : text })
  if (failed.failure !== failure) setFailed({ failure, text })
  const [chosen, setChosen] = useState<{ failure: ApiError | null; isAgreed: boolean } | null>(null)
  const [over, setOver] = useState(isLive ? failure : null)
  const isOffline = failure?.code === 'NETWORK'
  const isUnsent = isOffline || failure?.code === 'TIMEOUT'
  const isBack = failure !== null && over === failure
  const isOffered = isUnsent && !isBack
  const isMeant = chosen?.failure === failure ? chosen.isAgreed : text === failed.text
  const isAgreed = isOffered && isMeant
  const end = useEffectEvent(() => {
    setOver(failure)
    if (isAgreed) send()
  })
  const wasLive = useRef(isLive)
  useEffect(() => {
    const isLiveAgain = isLive && !wasLive.current
    wasLive.current = isLive
    if (!isOffered) return undefined
    const onBack = () => {
      end()
    }
    if (isLiveAgain) onBack()
    addEventListener('online', onBack)
    return () => {
      removeEventListener('online', onBack)
    }
  }, [isOffered, isLive])
  return {
    problem: isUnsent ? resendText(isOffline && !isBack ? 'unsentOffline' : 'unsent') : null,
    isOffered,
    isAgreed,
    toggle: () => {
      setChosen({ failure, isAgreed: !isAgreed })
    },
  }
}
