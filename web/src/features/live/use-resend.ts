import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError } from '../../store'
import { resendText } from './resend.texts'
import { useIsLive } from './use-is-live'

/** What a form offers after a failure of the connection. */
export interface Resend {
  /** What is said of a failure of the connection; null for any other. */
  problem: string | null
  isOffered: boolean
  isAgreed: boolean
  toggle: () => void
}

/**
 * Sends again once the connection is back, if the member agrees. Without that, what was said of the connection ends then.
 */
export function useResendWhenBack(failure: ApiError | null, send: () => void): Resend {
  const [agreedTo, setAgreedTo] = useState<ApiError | null>(null)
  const [over, setOver] = useState<ApiError | null>(null)
  const isOffline = failure?.code === 'NETWORK'
  const isUnsent = isOffline || failure?.code === 'TIMEOUT'
  const isBack = failure !== null && over === failure
  const isOffered = isUnsent && !isBack
  const isAgreed = isOffered && agreedTo === failure
  const isLive = useIsLive()
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
      setAgreedTo(isAgreed ? null : failure)
    },
  }
}
