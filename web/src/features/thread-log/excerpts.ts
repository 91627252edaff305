type Excerpt = (content: string) => string

let excerpt: Excerpt | null = null

/**
 * Sets how the text of a quoted post is shortened. It needs the parser of markup, which is not in the first load: the
 * thread page brings it, and before a thread is open the store has no posts.
 */
export function setExcerpt(given: Excerpt): void {
  excerpt = given
}

export const excerptOf: Excerpt = (content) => excerpt?.(content) ?? content
