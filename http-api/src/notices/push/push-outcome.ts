import { DAY_MS } from '@forum/shared/clock'

/** Maximum time for which a push service may ask to be left alone. */
const WAIT_MAX_MS = DAY_MS

/**
 * The result of sending a message. `gone` means that the browser will never accept another one; `refused`, that the
 * service does not accept this message, whatever the device; `busy`, that it receives too many. `waitMs` is how long the
 * service asks to wait.
 */
export type PushOutcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'busy' | 'failed'; waitMs: number }

/** Client errors that concern the device or the forum's signature, rather than the message. */
const ABOUT_THE_SENDER: ReadonlySet<number> = new Set([401, 403, 407, 408])

/** Returns what a push service's response means. */
export function outcomeOf(status: number, retryAfter: string | undefined, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429) return { kind: 'busy', waitMs: waitOf(retryAfter, now) }
  if (status >= 400 && status < 500 && !ABOUT_THE_SENDER.has(status)) return { kind: 'refused' }
  return { kind: 'failed', waitMs: waitOf(retryAfter, now) }
}

/** `Retry-After` is a number of seconds or a date. */
function waitOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : NaN
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1_000
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), WAIT_MAX_MS)
}
