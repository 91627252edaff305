import { type Api, type KeptPost, type ResponseOf } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** A member's bookmarked posts by their ids, and the times when the member last opened threads by the threads' ids. */
export const keptSlice = defineSlice(
  'kept',
  (): {
    posts: Record<number, KeptPost>
    visits: Record<number, ResponseOf<Api['listHistory']>['threads'][number]>
  } => ({ posts: {}, visits: {} }),
)
