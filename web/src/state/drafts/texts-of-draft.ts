/** The fields of a draft that hold written or attached content. The others are settings of its form. */
const WORDS = ['recipient', 'title', 'subject', 'content', 'poll', 'files'] as const

const wordsOf = (draft: object): unknown[] => WORDS.map((name) => (draft as Record<string, unknown>)[name])

/** Returns whether two drafts have the same content. */
export const saysTheSame = (one: object, other: object): boolean =>
  JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))

/** Returns whether a draft contains everything in another one, and possibly more. */
export const saysAllOf = (whole: object, part: object): boolean => has(wordsOf(whole), wordsOf(part))

/** Returns the first words of a draft, by which its writer recognises it. */
export function firstWords(draft: object): string {
  const { title = '', subject = '', content = '' } = draft as Record<string, string>
  return content.trim() || title.trim() || subject.trim()
}

function has(whole: unknown, part: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' ? isInserted(whole, part) : part === ''
  if (typeof part !== 'object' || part === null) return true
  if (typeof whole !== 'object' || whole === null) return false
  if (Array.isArray(part)) return Array.isArray(whole) && hasInOrder(whole, part)
  return Object.entries(part).every(([name, value]) => has((whole as Record<string, unknown>)[name], value))
}

function hasInOrder(whole: readonly unknown[], part: readonly unknown[]): boolean {
  let found = 0
  for (const item of whole) if (found < part.length && has(item, part[found])) found += 1
  return found === part.length
}

/** Returns whether a text is another one with something inserted at one place. */
function isInserted(whole: string, part: string): boolean {
  if (whole.length < part.length) return false
  let start = 0
  while (start < part.length && whole[start] === part[start]) start += 1
  return whole.endsWith(part.slice(start))
}
