import { SYNONYM_MAX, SYNONYM_ROWS_MAX, SYNONYMS_PER_ROW_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { synonymsText } from './synonyms.texts'

type Rows = readonly (readonly string[])[]

/** Words may contain spaces: green card. */
const BETWEEN_WORDS = /[、，,~]/

/** Returns the words of each line, without empty lines and words. */
export const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.split(BETWEEN_WORDS).map(trimText).filter(Boolean))
    .filter((row) => row.length > 0)

/** Returns each row as a line. */
export const textOf = (rows: Rows): string => rows.map((row) => row.join('、')).join('\n')

/** Returns the reason why the server would refuse a table; undefined if there is none. */
export function problemOf(rows: Rows): string | undefined {
  if (rows.length > SYNONYM_ROWS_MAX) return synonymsText('tooManyRows', { max: SYNONYM_ROWS_MAX })
  for (const row of rows) {
    const line = row.join('、')
    if (row.length < 2) return synonymsText('tooFew', { line })
    if (row.length > SYNONYMS_PER_ROW_MAX) return synonymsText('tooMany', { line, max: SYNONYMS_PER_ROW_MAX })
    const word = row.find((one) => countCharacters(one) > SYNONYM_MAX)
    if (word !== undefined) return synonymsText('tooLong', { word, max: SYNONYM_MAX })
  }
  return undefined
}

/** Returns the lines that were added and removed between two tables. */
export function linesBetween(before: Rows, after: Rows): { added: string[]; removed: string[] } {
  const [oldLines, newLines] = [before, after].map((rows) => textOf(rows).split('\n').filter(Boolean)) as [
    string[],
    string[],
  ]
  return {
    added: newLines.filter((line) => !oldLines.includes(line)),
    removed: oldLines.filter((line) => !newLines.includes(line)),
  }
}
