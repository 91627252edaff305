import { EXCERPT_LENGTH, QUOTE_LENGTH, QUOTED_MAX } from '@forum/shared/limits'
import { excerpt, parse } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'

/** Returns the text of a thread in lists: at most 200 characters, including the ellipsis. */
export const threadExcerptOf = (content: string): string =>
  cutCharacters(excerpt(content, EXCERPT_LENGTH - 1), EXCERPT_LENGTH)

/** Returns the text of a post in quotes: at most 200 characters, followed by an ellipsis if it continues. */
export const postExcerptOf = (content: string): string => excerpt(content, QUOTE_LENGTH)

/** Returns the posts that a text quotes by name and post, and the one that it answers as a whole. */
export function quotedIdsOf({
  content,
  quotedPostId,
}: {
  content: string
  quotedPostId: number | null
}): number[] {
  const named = parse(content).flatMap((node) => (node.type === 'quote' ? (node.postId ?? []) : []))
  return [...new Set([...(quotedPostId === null ? [] : [quotedPostId]), ...named])].slice(0, QUOTED_MAX)
}
