import { type EndpointName } from '@forum/shared/contract'
import { ApiError, type CallOptions, type ResultOf } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import { uuidOf } from '../../lib/uuid'
import { type Forum, type Write } from '../../store'
import { heldOf, noteHeld } from '../held'
import { submissionsSlice } from './drafts.slice'
import { drafts } from './keeper'

interface More<Value> {
  /** Kept with the submission until it succeeds. */
  about?: unknown
  /**
   * Changes the store in the same update as the end of the sending; the result is null if the text waits for approval.
   */
  settle?: (write: Write, result: Result<Value> | null) => void
  /** Called when the text waits for approval. */
  onHeld?: () => void
}

/**
 * Submits a draft exactly once, in however many tabs it is sent. Its idempotency key is derived from the draft and the
 * body: another tab, a retry after a crash and the one retry if it is unknown whether the first attempt arrived all use
 * the same key. The draft is cleared only when the server has accepted it. Resolves with null while the same draft is
 * already being sent, if another tab has sent or discarded it, and if the text waits for approval.
 */
export async function submit<N extends EndpointName, Draft extends object>(
  forum: Forum,
  place: string,
  empty: Draft,
  endpoint: N,
  body: CallOptions<N> extends { body: infer Body } ? Body : never,
  { about = null, settle, onHeld }: More<ResultOf<N>> = {},
): Promise<Result<ResultOf<N>> | null> {
  if (forum.read(submissionsSlice)[place]?.status === 'sending') return null
  const draft = drafts.startSending(place, empty)
  if (!draft) return null
  const idempotencyKey = uuidOf(`${draft.id} ${JSON.stringify(body)}`)
  forum.update((write) => {
    write(submissionsSlice)[place] = { status: 'sending', error: null, about }
  })
  const send = () => forum.call(endpoint, { body, idempotencyKey } as unknown as CallOptions<typeof endpoint>)
  const result = await resultOf(
    send().catch((error: unknown) => {
      if (error instanceof ApiError && error.isUncertain) return send()
      throw error
    }),
  )
  if (result.ok) draft.clear()
  const held = result.ok ? heldOf(result.value) : null
  forum.update((write) => {
    write(submissionsSlice)[place] = result.ok ? null : { status: 'failed', error: result.error, about }
    settle?.(write, held ? null : result)
  })
  if (held) {
    noteHeld(forum, held)
    onHeld?.()
    return null
  }
  return result
}
