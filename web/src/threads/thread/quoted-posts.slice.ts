import { defineSlice } from '../../store'

/** What a quote says of the post it names. */
export interface QuotedPost {
  threadId: number
  number: number
  page: number
  isDeleted: boolean
  authorId: number
  /** The author's name. */
  name: string
  /** The board of its thread; 0 if the page does not know the thread. */
  boardId: number
}

/** Posts that quotes name and that no page has loaded; null for one that cannot be read. */
export const quotedPostsSlice = defineSlice(
  'quotedPosts',
  (): Record<number, Omit<QuotedPost, 'boardId'> | null> => ({}),
)
