type Excerpt = (content: string) => string

let excerpt: Excerpt | null = null

/**
 * Sets the function that shortens the text of a quoted post. It needs the markup parser, which is not in the first
 * load: the thread page provides it, and before a thread is opened the store has no posts.
 */
export function setExcerpt(given: Excerpt): void {
  excerpt = given
}

export const excerptOf: Excerpt = (content) => excerpt?.(content) ?? content
