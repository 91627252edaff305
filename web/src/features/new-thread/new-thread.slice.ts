import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'
import { type ThreadRow } from '../thread-log'

export interface NewThreadActions {
  /** Finds threads whose titles begin with a text. */
  findSimilarThreads: (title: string) => Promise<Result<ThreadRow[]>>
}

declare module '../../store/slice' {
  interface ForumActions extends NewThreadActions {}
}

export const newThreadSlice = {
  scope: 'session',
  initialState: () => ({}),
  actions: ({ call }: SliceTools): NewThreadActions => ({
    findSimilarThreads: (title) =>
      resultOf(call('listSimilarThreads', { query: { title } }).then(({ threads }) => threads)),
  }),
} satisfies Slice
