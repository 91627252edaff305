import { type EndpointName } from '@forum/shared/contract'
import { ApiError, type CallOptions, type ResultOf } from '../../lib/api'
import { digestOf } from '../../lib/digest'
import { type Result, resultOf } from '../../lib/result'
import { randomUuid } from '../../lib/uuid'
import { type Forum, type Write } from '../../store'
import { submissionsSlice } from './drafts.slice'
import { drafts } from './keeper'

/** An attempt that may have reached the server: a retry with the same body uses the same key. */
export interface Attempt {
  key: string
  /** A digest of the body, so that storage holds no more of it than the draft does. */
  body: string
}

/** The part of a draft that a submission keeps. */
export interface Submittable {
  attempt: Attempt | null
}

interface More<Value> {
  /** Kept with the submission until it succeeds. */
  about?: unknown
  /** Changes the store together with the end of the sending. */
  settle?: (write: Write, result: Result<Value>) => void
}

/**
 * Submits a draft exactly once: with an idempotency key that survives reloads, and one retry if it is unknown whether
 * the first attempt arrived. The draft is cleared only when the server has accepted it. Resolves with null while the
 * same draft is already being sent.
 */
export async function submit<N extends EndpointName, Draft extends Submittable>(
  forum: Forum,
  place: string,
  empty: Draft,
  endpoint: N,
  body: CallOptions<N> extends { body: infer Body } ? Body : never,
  { about = null, settle }: More<ResultOf<N>> = {},
): Promise<Result<ResultOf<N>> | null> {
  if (forum.read(submissionsSlice)[place]?.status === 'sending') return null
  const digest = digestOf(JSON.stringify(body))
  const before = drafts.read(place, empty).value.attempt
  const attempt = before?.body === digest ? before : { key: randomUuid(), body: digest }
  drafts.set(place, empty, { attempt } as Partial<typeof empty>)
  // Stored before the call, so that after a crash the same body is sent under the same key.
  drafts.flush()
  forum.update((write) => {
    write(submissionsSlice)[place] = { status: 'sending', error: null, about }
  })
  const send = () =>
    forum.call(endpoint, { body, idempotencyKey: attempt.key } as unknown as CallOptions<typeof endpoint>)
  const result = await resultOf(
    send().catch((error: unknown) => {
      if (error instanceof ApiError && error.isUncertain) return send()
      throw error
    }),
  )
  if (result.ok) drafts.clear(place)
  forum.update((write) => {
    write(submissionsSlice)[place] = result.ok ? null : { status: 'failed', error: result.error, about }
    settle?.(write, result)
  })
  return result
}
