import { parseSync, type Plugin, Visitor } from 'vite'
import { dropFrom } from './drop-unused-code.ts'

/** A stretch of a module. */
interface Range {
  start: number
  end: number
}

const PAIR = "['…', '…']"

/**
 * Leaves the English texts out of the page, which is Chinese: each pair of a table becomes its first text. The build
 * fails if a table has no English text to leave out.
 */
export function dropEnglish(): Plugin[] {
  return [dropFrom(/\.texts\.ts$/, firstOfPairs, [PAIR])]
}

/** Replaces the pairs of a table by their first text. All of a table's arrays are pairs. */
export function firstOfPairs(code: string, hit: (change: string) => void): string {
  const kept: { of: Range; text: Range }[] = []
  new Visitor({
    ArrayExpression(array) {
      const [chinese, english, ...others] = array.elements
      if (chinese?.type !== 'Literal' || english?.type !== 'Literal' || others.length > 0)
        throw new Error(`a text is a pair of two literals, not ${code.slice(array.start, array.end)}`)
      kept.push({ of: array, text: chinese })
    },
  }).visit(parseSync('table.ts', code).program)
  if (kept.length === 0) throw new Error(`no text in a table: ${code.slice(0, 200)}`)
  hit(PAIR)
  return kept.reduceRight(
    (rest, { of, text }) => rest.slice(0, of.start) + code.slice(text.start, text.end) + rest.slice(of.end),
    code,
  )
}
