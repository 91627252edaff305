import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { ApprovalRules } from '@forum/shared/contract'
import { HOOK_ANSWER_MAX_BYTES, HOOK_TIMEOUT_MS } from '../platform/limits'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'

/** A text that the service reviews. */
export interface ReviewedText {
  kind: 'thread' | 'post' | 'edit'
  authorId: number
  title: string | null
  content: string | null
}

type Hook = NonNullable<ApprovalRules['hook']>
export type ReviewAnswer = 'pass' | 'hold'

/** An answer names the question, so that one to another question never counts. */
const answer = z.object({ id: z.string(), action: z.enum(['pass', 'hold']) })

/** Asks the outside service about texts (docs/moderation.md#outside-review). */
export class OutsideReview {
  constructor(
    private readonly deps: { clock: Clock; timeoutMs?: number; onFailure: (error: unknown) => void },
  ) {}

  /** Returns what the service says; null if it is silent, which includes an answer that is none. */
  async ask({ url, secret }: Hook, text: ReviewedText): Promise<ReviewAnswer | null> {
    const { clock, timeoutMs = HOOK_TIMEOUT_MS, onFailure } = this.deps
    const id = `msg_${randomUUID()}`
    const now = clock.now()
    const timestamp = Math.floor(now.getTime() / 1_000)
    const body = JSON.stringify({ type: 'text.review', timestamp: now.toISOString(), data: { id, ...text } })
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': new Webhook(secret).sign(id, now, body),
        },
        body,
      })
      if (!response.ok) throw new Error(`the outside review responds ${response.status}`)
      const given = answer.parse(JSON.parse(await readBounded(response)))
      if (given.id !== id) throw new Error('the outside review answers another question')
      return given.action
    } catch (error) {
      onFailure(error)
      return null
    }
  }
}

/** Reads a body of at most `HOOK_ANSWER_MAX_BYTES`. */
async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > HOOK_ANSWER_MAX_BYTES) throw new Error('the answer of the outside review is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
