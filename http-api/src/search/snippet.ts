import { cutCharacters, lastCharacters } from '@forum/shared/text'
import type { Match } from './query'

/** Part of a snippet that precedes the first match in it. */
const LEAD_SHARE = 4
/** Number of matches from which a snippet may begin. */
const STARTS_MAX = 200
const ELLIPSIS = '…'

/** A text, and where it matches a query. */
export interface MatchedText {
  text: string
  matches: readonly Match[]
}

const onOneLine = (text: string): string => text.replace(/ \s+|[^\S ]\s*/g, ' ').trim()

/** Returns the match from which the next `length` code units contain the most words of a query, the first of several. */
function bestStart(matches: readonly Match[], length: number): Match | undefined {
  let best: { match: Match; words: number } | undefined
  const all = new Set(matches.map(({ group }) => group)).size
  for (const [i, match] of matches.slice(0, STARTS_MAX).entries()) {
    if (best?.words === all) break
    const words = new Set<number>()
    for (let k = i; k < matches.length; k += 1) {
      const other = matches[k]
      if (!other || other.to > match.from + length) break
      words.add(other.group)
    }
    if (!best || words.size > best.words) best = { match, words: words.size }
  }
  return best?.match
}

/** Returns the distinct matched words of a text, or of a part of it, as they are written there. */
export function highlightsOf({ text, matches }: MatchedText, start = 0, end = text.length): string[] {
  const written = new Set<string>()
  for (const { from, to } of matches) if (from >= start && to <= end) written.add(text.slice(from, to))
  return [...new Set(Array.from(written, onOneLine))]
}

/**
 * Cuts at most `max` characters around the best match, on one line, with `…` where something is missing; the beginning
 * if nothing matches. Returns them with the matched words in them.
 */
export function snippetOf(of: MatchedText, max: number): { snippet: string; highlights: string[] } {
  const { text, matches } = of
  if (cutCharacters(text, max) === text) return { snippet: onOneLine(text), highlights: highlightsOf(of) }
  const available = max - 2 * ELLIPSIS.length
  const lead = Math.floor(available / LEAD_SHARE)
  const match = bestStart(matches, available - lead)
  const before = text.slice(0, match?.from ?? 0)
  const start = before.length - lastCharacters(before, lead).length
  const cut = cutCharacters(text.slice(start), start === 0 ? max - ELLIPSIS.length : available)
  const end = start + cut.length
  return {
    snippet: `${start > 0 ? ELLIPSIS : ''}${onOneLine(cut)}${end < text.length ? ELLIPSIS : ''}`,
    highlights: highlightsOf(of, start, end),
  }
}
