import { countCharacters, cutCharacters } from '@forum/shared/text'
import { occurrences, type ParsedQuery } from './query'
import { searchedText, type SearchedText } from './terms'

/** Part of a snippet that precedes the first match in it. */
const LEAD_SHARE = 4
/** Number of matches from which a snippet may begin. */
const STARTS_MAX = 200
const ELLIPSIS = '…'

/** Where a text matches, in the original. */
interface Match {
  from: number
  to: number
  group: number
}

/** Returns all matches of a query in a text, from left to right. */
function matchesIn(searched: SearchedText, query: ParsedQuery): Match[] {
  const { from, to } = searched.folded
  return query.groups
    .flatMap((group, index) =>
      occurrences(searched, group).map(({ start, end }): Match => {
        const [first, last] = [searched.atoms[start], searched.atoms[end - 1]]
        return {
          from: from[first?.from ?? 0] ?? 0,
          to: to[(last?.to ?? 1) - 1] ?? 0,
          group: index,
        }
      }),
    )
    .sort((a, b) => a.from - b.from)
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the match from which the next `length` code units contain the most words of a query, the first of several. */
function bestStart(matches: readonly Match[], length: number): Match | undefined {
  let best: { match: Match; words: number } | undefined
  for (const [i, match] of matches.slice(0, STARTS_MAX).entries()) {
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

/**
 * Cuts at most `max` characters around the best match, on one line, with `…` where something is missing; the beginning
 * if nothing matches.
 */
export function snippetOf(searched: SearchedText, query: ParsedQuery, max: number): string {
  const { text } = searched
  if (countCharacters(text) <= max) return onOneLine(text)
  const room = max - 2 * ELLIPSIS.length
  const lead = Math.floor(room / LEAD_SHARE)
  const match = bestStart(matchesIn(searched, query), room - lead)
  const before = text.slice(0, match?.from ?? 0)
  const start = cutCharacters(before, Math.max(0, countCharacters(before) - lead)).length
  const cut = cutCharacters(text.slice(start), start === 0 ? max - ELLIPSIS.length : room)
  const end = start + cut.length < text.length ? ELLIPSIS : ''
  return `${start > 0 ? ELLIPSIS : ''}${onOneLine(cut)}${end}`
}

/** Returns the distinct matched words of texts, as they are written there. */
export function highlightsOf(texts: readonly string[], query: ParsedQuery): string[] {
  return [
    ...new Set(
      texts.flatMap((text) =>
        matchesIn(searchedText(text), query).map(({ from, to }) => onOneLine(text.slice(from, to))),
      ),
    ),
  ]
}
