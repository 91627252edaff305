import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'
import { dropFrom } from './drop-unused-code.ts'

/** A stretch of a module. */
interface Range {
  start: number
  end: number
}

const PAIR = "['…', '…']"
const LANGUAGES = '{ zh, en }'

/**
 * Leaves the English texts out of the page, which is Chinese: each pair of a table becomes its first text, and texts of
 * the server's tables lose their `en`. The build fails if a table has no English text to leave out.
 */
export function dropEnglish(): Plugin[] {
  return [
    dropFrom(/\.texts\.ts$/, firstOfPairs, [PAIR]),
    dropFrom(/\/shared\/src\/bilingual\//, withoutEnglish, [LANGUAGES]),
  ]
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

/** Removes `en` from each object that has it behind `zh`. */
export function withoutEnglish(code: string, hit: (change: string) => void): string {
  const dropped: Range[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const [chinese, english] = properties
      if (isNamed(chinese, 'zh') && isNamed(english, 'en'))
        dropped.push({ start: chinese.end, end: english.end })
    },
  }).visit(parseSync('texts.ts', code).program)
  if (dropped.length > 0) hit(LANGUAGES)
  return dropped.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
}

function isNamed(
  property: ESTree.ObjectPropertyKind | undefined,
  name: string,
): property is ESTree.ObjectProperty {
  return property?.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name
}
