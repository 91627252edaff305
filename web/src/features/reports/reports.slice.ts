import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'

export interface ReportsActions {
  /** Reports a post to the moderators. */
  reportPost: (postId: number, reason: string) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumActions extends ReportsActions {}
}

export const reportsSlice = {
  scope: 'session',
  initialState: () => ({}),
  actions: ({ call }: SliceTools): ReportsActions => ({
    reportPost: (postId, reason) =>
      resultOf(call('reportPost', { params: { postId }, body: { reason } }).then(() => undefined)),
  }),
} satisfies Slice
