import { EXCERPT_LENGTH, QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'

/** What lists show of a thread: at most 200 characters, the ellipsis included. */
export const threadExcerptOf = (content: string): string =>
  cutCharacters(excerpt(content, EXCERPT_LENGTH - 1), EXCERPT_LENGTH)

/** What quotes show of a post: at most 200 characters, and an ellipsis where it goes on. */
export const postExcerptOf = (content: string): string => excerpt(content, QUOTE_LENGTH)
