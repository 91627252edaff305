import { type RegistrationChallenge } from '@forum/shared/contract'
import { CHALLENGE_MINUTES, CHALLENGE_TRIES_MAX } from '@forum/shared/limits'
import { useEffect, useRef, useState } from 'react'
import { type ApiError } from '../../lib/api'
import { type Result } from '../../lib/result'
import { type SolverMessage } from './solver.worker'

/** A solution is not sent shortly before it expires. */
const LIFETIME_MS = (CHALLENGE_MINUTES - 0.5) * 60_000

export type ChallengeState =
  | { phase: 'idle' | 'done' | 'failed' | 'expired' }
  | { phase: 'working'; percent: number }

export interface Challenge {
  state: ChallengeState
  /** Begins the work. */
  begin: () => void
  /** Sends the form with the solution, once it is found, and once more if the server has refused that solution. */
  sendSolved: (send: (solution: { challenge?: string }) => Promise<Result<void>>) => Promise<Result<void>>
}

/** Runs a worker until it has found the solution. */
function work(
  challenge: RegistrationChallenge,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('nobody waits any longer'))
    })
    worker.addEventListener('error', () => {
      reject(new Error('the solver failed'))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<SolverMessage>) => {
      if ('tries' in data) onPercent(Math.round((data.tries / CHALLENGE_TRIES_MAX) * 100))
      else if (data.solution === null) reject(new Error('the challenge has no solution'))
      else resolve(data.solution)
    })
    worker.postMessage(challenge)
  }).finally(() => {
    worker.terminate()
  })
}

/**
 * The proof of work of a form that needs no account: it is done in the background, once, and again when it has expired.
 *
 * @param isAsked whether the site asks for it
 * @param isNear whether the form is nearly filled in, so that the work begins
 * @param ask asks the server for a challenge; null if it wants none
 */
export function useChallenge(
  isAsked: boolean,
  isNear: boolean,
  ask: () => Promise<RegistrationChallenge | null>,
): Challenge {
  const [state, setState] = useState<ChallengeState>({ phase: 'idle' })
  const underWay = useRef<Promise<string | undefined> | null>(null)
  const unmounting = useRef(new AbortController())
  const expiry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    unmounting.current = controller
    return () => {
      controller.abort()
      clearTimeout(expiry.current)
    }
  }, [])
  const expire = () => {
    clearTimeout(expiry.current)
    underWay.current = null
    setState({ phase: 'expired' })
  }
  const find = async () => {
    setState({ phase: 'working', percent: 0 })
    try {
      const challenge = await ask()
      const onPercent = (percent: number) => {
        setState({ phase: 'working', percent })
      }
      const found =
        challenge === null ? undefined : await work(challenge, onPercent, unmounting.current.signal)
      setState({ phase: 'done' })
      expiry.current = setTimeout(expire, LIFETIME_MS)
      return found
    } catch {
      underWay.current = null
      setState({ phase: 'failed' })
      return undefined
    }
  }
  const solution = () => (underWay.current ??= find())
  const solved = async () => {
    const challenge = isAsked ? await solution() : undefined
    return challenge === undefined ? {} : { challenge }
  }
  const begin = () => void solution()
  const hasBegun = state.phase !== 'idle'
  useEffect(() => {
    if (isAsked && isNear && !hasBegun) begin()
  })
  return {
    state,
    begin,
    sendSolved: async (send) => {
      const result = await send(await solved())
      if (result.ok || !isRefusal(result.error)) return result
      expire()
      return send(await solved())
    },
  }
}

/** Returns whether the form was refused because of its solution, which may have expired meanwhile. */
const isRefusal = ({ fields }: ApiError): boolean => fields.some(({ field }) => field === 'challenge')
