import { foldForSearch } from '@forum/shared/text'
import { groupOf, sentencesOf, type Group } from '../query'
import { atomsOf } from '../terms'

interface Entry {
  texts: readonly string[]
  group: Group
  row: number
}

/** Words that mean the same, prepared for queries. */
export class Synonyms {
  /** The words that begin with an atom, the longest first. */
  private readonly byFirst = new Map<string, Entry[]>()
  private readonly rows: Entry[][] = []

  constructor(rows: readonly (readonly string[])[]) {
    for (const [row, words] of rows.entries())
      this.rows.push(words.flatMap((word) => this.entriesOf(word, row)))
    for (const entry of this.rows.flat()) {
      const first = entry.texts[0] ?? ''
      this.byFirst.set(first, [...(this.byFirst.get(first) ?? []), entry])
    }
    for (const entries of this.byFirst.values()) entries.sort((a, b) => b.texts.length - a.texts.length)
  }

  private entriesOf(word: string, row: number): Entry[] {
    const [atoms, ...others] = sentencesOf(atomsOf(foldForSearch(word).text))
    if (!atoms || others.length > 0) return []
    return [{ texts: atoms.map(({ text }) => text), group: groupOf(atoms, true), row }]
  }

  /** Returns the longest word of the table that begins at an atom of a query, and the others of its rows. */
  at(texts: readonly string[], at: number): { length: number; others: Group[] } | null {
    const entries = this.byFirst.get(texts[at] ?? '') ?? []
    const found = entries.filter((entry) => entry.texts.every((text, i) => texts[at + i] === text))
    const length = found[0]?.texts.length ?? 0
    if (length === 0) return null
    const longest = found.filter((entry) => entry.texts.length === length)
    const key = longest[0]?.group.key
    const others = longest.flatMap(({ row }) => this.rows[row] ?? []).filter(({ group }) => group.key !== key)
    return { length, others: [...new Map(others.map(({ group }) => [group.key, group])).values()] }
  }
}
