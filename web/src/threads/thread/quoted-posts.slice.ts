import { defineSlice } from '../../store'

/** The facts about the post that a quote names. */
export interface QuotedPost {
  threadId: number
  number: number
  page: number
  isDeleted: boolean
  authorId: number
  /** The author's name. */
  name: string
  /** The board of its thread; 0 if the page has not loaded the thread. */
  boardId: number
}

/** Posts named by quotes that no page has loaded; null for one that cannot be loaded. */
export const quotedPostsSlice = defineSlice(
  'quotedPosts',
  (): Record<number, Omit<QuotedPost, 'boardId'> | null> => ({}),
)
