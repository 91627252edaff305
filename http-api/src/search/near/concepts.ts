import { foldForSearch } from '@forum/shared/text'
import { groupOf, sentencesOf, type Group } from '../query'
import { atomsOf, beginsWord, wordEnd, type Atom } from '../terms'
import { isLightCharacter, LIGHT_WORDS } from './light-words'
import type { Synonyms } from './synonyms'

/** Something that a query is about, and the ways in which texts may say it. */
export interface Concept {
  /** The weight of the concept, before its rarity in the forum counts. */
  weight: number
  ways: readonly Way[]
  /**
   * The share of a concept in the evidence that a text is near the query: one word or pair is enough
   * (`EVIDENCE_MIN`), as are two characters.
   */
  evidence: number
}

export const EVIDENCE_MIN = 2
const EVIDENCE = { character: 1, word: EVIDENCE_MIN } as const

export interface Way {
  group: Group
  /** 1 for the query's own words, less for others that mean the same. */
  credit: number
}

/** The weights of the parts of a query. */
const WEIGHTS = {
  word: 1.4,
  digits: 0.1,
  pair: 1,
  /** The weight of a word or pair within a synonym, which counts as a whole too. */
  inSynonym: 0.5,
  synonym: 1.2,
  /** A character without its neighbours finds other words with the same sense (保号 and 号码). */
  character: 0.12,
} as const
const SYNONYM_CREDIT = 0.8
/** Number of concepts of a query that are looked for. */
const CONCEPTS_MAX = 40

const textsOf = (atoms: readonly Atom[]): string[] => atoms.map(({ text }) => text)
const begins = (texts: readonly string[], at: number, word: readonly string[]): boolean =>
  word.length > 0 && word.every((text, i) => texts[at + i] === text)

/** Marks the atoms of question words and particles. */
function lightAtoms(texts: readonly string[]): boolean[] {
  const isLight = texts.map(isLightCharacter)
  for (let at = 0; at < texts.length;) {
    const word = LIGHT_WORDS.find((candidate) => begins(texts, at, candidate))
    if (word) isLight.fill(true, at, at + word.length)
    at += word?.length ?? 1
  }
  return isLight
}

/** Returns what the words and characters of a query mean, without its quotes: nothing has to stand as it is written. */
export function conceptsOf(query: string, synonyms: Synonyms): Concept[] {
  const concepts: Concept[] = []
  for (const atoms of sentencesOf(atomsOf(foldForSearch(query).text)))
    concepts.push(...conceptsIn(atoms, synonyms))
  const byKey = new Map(
    concepts.map((concept) => [concept.ways.map(({ group }) => group.key).join(), concept]),
  )
  return [...byKey.values()].toSorted((a, b) => b.weight - a.weight).slice(0, CONCEPTS_MAX)
}

function conceptsIn(atoms: readonly Atom[], synonyms: Synonyms): Concept[] {
  const texts = textsOf(atoms)
  const isLight = lightAtoms(texts)
  const inSynonym = texts.map(() => false)
  const concepts: Concept[] = []
  for (let at = 0; at < texts.length; at += 1) {
    const found = synonyms.at(texts, at)
    if (!found) continue
    inSynonym.fill(true, at, at + found.length)
    isLight.fill(false, at, at + found.length)
    const exact = { group: groupOf(atoms.slice(at, at + found.length), true), credit: 1 }
    const others = found.others.map((group) => ({ group, credit: SYNONYM_CREDIT }))
    concepts.push({ weight: WEIGHTS.synonym, ways: [exact, ...others], evidence: EVIDENCE.word })
    // Words may overlap (回国机票 has 回国 and 机票), but none is a part of another.
    at += found.length - 1
  }
  const add = (weight: number, part: readonly Atom[], evidence: number) =>
    concepts.push({ weight, ways: [{ group: groupOf(part, part.length > 1), credit: 1 }], evidence })
  for (const [i, atom] of atoms.entries()) {
    if (atom.kind === 'character') {
      const next = atoms[i + 1]
      if (isLight[i]) continue
      if (next?.kind === 'character' && !isLight[i + 1]) {
        const isPart = inSynonym[i] && inSynonym[i + 1]
        add(WEIGHTS.pair * (isPart ? WEIGHTS.inSynonym : 1), [atom, next], EVIDENCE.word)
      }
      add(WEIGHTS.character, [atom], atoms.length > 1 ? EVIDENCE.character : EVIDENCE.word)
    } else if (beginsWord(atoms, i)) {
      const word = atoms.slice(i, wordEnd(atoms, i))
      const isNumber = word.every(({ kind }) => kind === 'digits')
      const weight = isNumber ? WEIGHTS.digits : WEIGHTS.word
      const evidence = isNumber ? EVIDENCE.character : EVIDENCE.word
      add(weight * (inSynonym[i] ? WEIGHTS.inSynonym : 1), word, evidence)
    }
  }
  return concepts
}
