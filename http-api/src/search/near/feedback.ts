import { foldForSearch } from '@forum/shared/text'
import { groupOf, type Group } from '../query'
import { atomsOf, beginsWord, wordEnd } from '../terms'
import { EVIDENCE_MIN, type Concept } from './concepts'
import { isLightCharacter } from './light-words'

/** A text, and how much its words count. */
export interface WeighedText {
  text: string
  weight: number
}

/** Characters of a text that are read, and words of all texts that are looked up: those that count most. */
const TEXT_MAX = 400
const CONCEPTS_MAX = 36

/** Returns the words and pairs of characters of some texts. What several texts have counts more. */
export function conceptsOfTexts(texts: readonly WeighedText[]): Concept[] {
  const found = new Map<string, { group: Group; weight: number }>()
  for (const { text, weight } of texts) {
    const atoms = atomsOf(foldForSearch(text.slice(0, TEXT_MAX)).text)
    const groups = new Map<string, Group>()
    for (const [i, atom] of atoms.entries()) {
      const next = atoms[i + 1]
      const isPair = atom.kind === 'character' && next?.kind === 'character' && next.follows !== 'apart'
      let group: Group | null = null
      if (isPair && !isLightCharacter(atom.text) && !isLightCharacter(next.text))
        group = groupOf([atom, next], true)
      else if (atom.kind === 'letters' && beginsWord(atoms, i))
        group = groupOf(atoms.slice(i, wordEnd(atoms, i)), true)
      if (group) groups.set(group.key, group)
    }
    for (const [key, group] of groups) {
      const entry = found.get(key)
      if (entry) entry.weight += weight
      else found.set(key, { group, weight })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, CONCEPTS_MAX)
    .map(({ group, weight }) => ({ weight, ways: [{ group, credit: 1 }], evidence: EVIDENCE_MIN }))
}
