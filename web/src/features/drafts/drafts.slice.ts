import { ApiError, type ResultOf, type CallOptions } from '../../lib/api'
import { type EndpointName } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { digestOf } from '../../lib/digest'
import { randomUuid } from '../../lib/uuid'
import { type Slice, type SliceTools } from '../../store/slice'
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

export interface DraftsState {
  /** By the key of the draft; null after success. */
  submissions: Record<string, { status: 'sending' | 'failed'; error: ApiError | null } | null>
}

export interface DraftsActions {
  /**
   * Submits a draft exactly once: with an idempotency key that survives reloads, and one retry if it is unknown whether
   * the first attempt arrived. The draft is cleared only when the server has accepted it. Resolves with null while the
   * same draft is already being sent.
   */
  submit: <N extends EndpointName, Draft extends Submittable>(
    place: string,
    empty: Draft,
    endpoint: N,
    body: CallOptions<N> extends { body: infer Body } ? Body : never,
  ) => Promise<Result<ResultOf<N>> | null>
}

declare module '../../store/slice' {
  interface ForumState extends DraftsState {}
  interface ForumActions extends DraftsActions {}
}

export const draftsSlice = {
  scope: 'session',
  initialState: (): DraftsState => ({ submissions: {} }),
  actions: ({ get, update, call }: SliceTools): DraftsActions => ({
    submit: async (place, empty, endpoint, body) => {
      if (get().submissions[place]?.status === 'sending') return null
      const digest = digestOf(JSON.stringify(body))
      const before = drafts.read(place, empty).value.attempt
      const attempt = before?.body === digest ? before : { key: randomUuid(), body: digest }
      drafts.set(place, empty, { attempt } as Partial<typeof empty>)
      // Stored before the call, so that after a crash the same body is sent under the same key.
      drafts.flush()
      update((state) => {
        state.submissions[place] = { status: 'sending', error: null }
      })
      const send = () =>
        call(endpoint, { body, idempotencyKey: attempt.key } as unknown as CallOptions<typeof endpoint>)
      const result = await resultOf(
        send().catch((error: unknown) => {
          if (error instanceof ApiError && error.isUncertain) return send()
          throw error
        }),
      )
      if (result.ok) drafts.clear(place)
      update((state) => {
        state.submissions[place] = result.ok ? null : { status: 'failed', error: result.error }
      })
      return result
    },
  }),
} satisfies Slice
