import { defineSlice } from '../../store'

/** What a quote says of the post it names. */
export interface QuotedPost {
  threadId: number
  number: number
  page: number
  isDeleted: boolean
}

/** Posts that quotes name and that no page has loaded; null for one that cannot be read. */
export const quotedPostsSlice = defineSlice('quotedPosts', (): Record<number, QuotedPost | null> => ({}))
