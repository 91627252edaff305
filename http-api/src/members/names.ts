import { canonicalCharacter, foldForSearch } from '@forum/shared/text'

/** Maximum length at which a search text is compared. */
const PART_MAX = 32

/** A character of a name as it is compared, and where it is in the name as written. */
interface NameCharacter {
  text: string
  from: number
  to: number
}

/** Folds a name as searches fold texts: scripts, case, width and accents do not matter. */
function charactersOf(name: string): NameCharacter[] {
  const { text, from, to } = foldForSearch(name)
  let end = 0
  return Array.from(text, (character) => {
    const start = end
    end += character.length
    return { text: canonicalCharacter(character), from: from[start] ?? 0, to: to[end - 1] ?? 0 }
  })
}

const foldedName = (name: string): string[] =>
  charactersOf(name.trim().replace(/\p{White_Space}+/gu, ' ')).map(({ text }) => text)

/** Normalises a text for comparison with names. */
export const searchedName = (text: string): string => foldedName(text).slice(0, PART_MAX).join('')

const HAN = /^\p{Script=Han}/u

const loadPinyin = () => import('pinyin-pro')
/** Loaded on first use, as its dictionaries take 5 MB, and once: an import asks for every member. */
let dictionaries: ReturnType<typeof loadPinyin> | undefined

/** One syllable per character; characters without a reading stay unchanged. `v` stands for `ü`, as people type it. */
async function soundsOf(characters: readonly string[]): Promise<string[]> {
  dictionaries ??= loadPinyin()
  const { pinyin } = await dictionaries
  return pinyin(characters.join(''), { toneType: 'none', type: 'array', v: true })
}

/**
 * Returns every suffix of a display name, because a name contains a text if one of its suffixes begins with it. A suffix
 * that begins with a Chinese character is added in pinyin too, in full and as initials.
 */
export async function namePartsOf(displayName: string): Promise<string[]> {
  const characters = foldedName(displayName)
  const cut = (end: readonly string[]) => end.slice(0, PART_MAX).join('')
  const ends = characters.map((_, i) => cut(characters.slice(i)))
  const sounds = characters.some((character) => HAN.test(character)) ? await soundsOf(characters) : []
  const spelled = characters.flatMap((character, i) => {
    if (!HAN.test(character)) return []
    const rest = sounds.slice(i)
    return [rest.join(''), rest.map((sound) => sound.slice(0, 1)).join('')].map((end) => cut(Array.from(end)))
  })
  return [...new Set([...ends, ...spelled].filter((end) => !end.startsWith(' ')))]
}

/** Returns the parts of a member's names that a text was found by, as they are written there. */
export async function matchedNames(
  { username, displayName }: { username: string; displayName: string },
  text: string,
): Promise<string[]> {
  const parts = username.toLowerCase().startsWith(text.toLowerCase()) ? [username.slice(0, text.length)] : []
  const part = searchedName(text)
  if (part === '') return parts
  const written = charactersOf(displayName)
  const characters = written.map((character) => character.text)
  const spelled = characters.some((character) => HAN.test(character))
    ? await soundsOf(characters)
    : characters
  for (const spelling of [characters, spelled, spelled.map((sound) => sound.slice(0, 1))]) {
    const found = rangeOf(spelling, part)
    if (!found) continue
    parts.push(displayName.slice(written[found.start]?.from, written[found.end - 1]?.to))
    break
  }
  return [...new Set(parts)]
}

/** Returns the first characters whose spellings, written together, begin with a text. */
function rangeOf(spellings: readonly string[], text: string): { start: number; end: number } | null {
  for (const start of spellings.keys()) {
    let written = ''
    for (let end = start; end < spellings.length && (written === '' || text.startsWith(written)); end += 1) {
      written += spellings[end]
      if (written.startsWith(text)) return { start, end: end + 1 }
    }
  }
  return null
}
