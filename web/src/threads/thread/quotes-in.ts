/** The start of a quote that names its post, as `quoteBlock` writes it. */
const NAMED = /\[quote="((?:[^"\\\n]|\\.)*)" post=([1-9]\d{0,15})\]/g

/** Returns the posts that a text quotes, in order and each once; cheaper than parsing the text at every key. */
export function quotesIn(content: string): { name: string; postId: number }[] {
  const found = new Map<number, { name: string; postId: number }>()
  for (const [, name = '', id] of content.matchAll(NAMED)) {
    const postId = Number(id)
    if (!found.has(postId)) found.set(postId, { name: name.replace(/\\(.)/g, '$1'), postId })
  }
  return [...found.values()]
}

/** Returns a text without its first quote of a post. */
export function withoutQuoteOf(content: string, postId: number): string {
  const opener = new RegExp(String.raw`\[quote="(?:[^"\\\n]|\\.)*" post=${postId}\]`).exec(content)
  if (!opener) return content
  const from = opener.index
  let depth = 0
  for (const tag of content.slice(from).matchAll(/\[(\/?)quote\b[^\]\n]*\]/gi)) {
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0)
      return content.slice(0, from) + content.slice(from + tag.index + tag[0].length).replace(/^\n/, '')
  }
  return content
}
