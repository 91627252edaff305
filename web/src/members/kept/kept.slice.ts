import { type Api, type KeptPost, type ResponseOf } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** What a member keeps for later, by the ids of the posts, and when the member last opened threads, by their ids. */
export const keptSlice = defineSlice(
  'kept',
  (): {
    posts: Record<number, KeptPost>
    visits: Record<number, ResponseOf<Api['listHistory']>['threads'][number]>
  } => ({ posts: {}, visits: {} }),
)
