import { EXCERPT_LENGTH, QUOTE_LENGTH } from '@forum/shared/limits'
import { QUOTED_MAX } from '../../platform/limits'
import { excerpt, quotedPostIds } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'

/** Returns the text of a thread in lists: at most 200 characters, including the ellipsis. */
export const threadExcerptOf = (content: string): string =>
  cutCharacters(excerpt(content, EXCERPT_LENGTH - 1), EXCERPT_LENGTH)

/** Returns the text of a post in quotes: at most 200 characters, followed by an ellipsis if it continues. */
export const postExcerptOf = (content: string): string => excerpt(content, QUOTE_LENGTH)

/** Returns the posts that a post quotes: the one that it answers as a whole, and those that its quotes name. */
export function quotedIdsOf({
  content,
  quotedPostId,
}: {
  content: string
  quotedPostId: number | null
}): number[] {
  const answered = quotedPostId === null ? [] : [quotedPostId]
  return [...new Set([...answered, ...quotedPostIds(content)])].slice(0, QUOTED_MAX)
}
