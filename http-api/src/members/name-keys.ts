import { canonicalCharacter, fold, looksLikeStaff, withoutInvisible } from '@forum/shared/text'
import { namePartsOf } from './names'

/** Accents and overlays; marks that make another letter, as those of kana do, are none. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}|\p{Me}/gu
/** Marks of other scripts on a Chinese character, a Latin letter or a digit, which are mere decoration. */
const FOREIGN_MARKS = /([\p{Script=Han}\p{Script=Latin}\p{Nd}])(?:(?![\u3099\u309a])\p{M})+/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]/gu
/** Letters that look like a bar or a tick: strokes, clicks, modifiers. */
const BARS = /[丨⼁〡ㅣￜǀ-ǃ\u02b0-\u02ff]/gu
const DASH_BETWEEN_CHINESE = /(\p{Script=Han})ー+(?=\p{Script=Han})/gu
const BAR_BETWEEN_CHINESE = /(\p{Script=Han})l+(?=\p{Script=Han})/gu

const loadConfusables = () => import('unicode-confusables')
/** Loaded on first use, as its table takes some megabytes, and once: an import asks for every member. */
let confusables: ReturnType<typeof loadConfusables> | undefined

/** Returns a text in which each character that `which` meets is the one it looks like by Unicode's confusables. */
async function rectified(text: string, which = /^/u): Promise<string> {
  confusables ??= loadConfusables()
  const { rectifyConfusion } = (await confusables).default
  // One by one: the package expects a character for each.
  const characters = Array.from(withoutInvisible(text.normalize('NFKC').normalize('NFD')), (character) =>
    which.test(character) ? rectifyConfusion(character) : character,
  )
  return withoutInvisible(characters.join(''))
}

/** Returns the letters and digits of a name, as they look; '' if it has none. */
async function lettersOf(name: string): Promise<string> {
  // Twice, since a capital letter may look like another letter than the small one.
  const once = (await rectified(name)).toLowerCase()
  return (
    Array.from((await rectified(once)).toLowerCase(), canonicalCharacter)
      .join('')
      .replace(ACCENTS, '')
      .replace(FOREIGN_MARKS, '$1')
      .replace(NEITHER_LETTER_NOR_DIGIT, '')
      // A capital I looks like a small l.
      .replace(/i/g, 'l')
  )
}

/**
 * Returns what a name is compared by: two names with a key in common look alike. Case, width, accents, script,
 * invisible characters and look-alikes do not matter, nor does what is neither letter nor digit, unless the name has
 * nothing else. Signs such as | look like a letter and part letters as well, so a name with such signs has two keys.
 */
export async function nameKeys(name: string): Promise<string[]> {
  const joined = withoutInvisible(name)
    .replace(DASH_BETWEEN_CHINESE, '$1')
    .replace(BARS, '')
    .normalize('NFKC')
    .replace(NEITHER_LETTER_NOR_DIGIT, '')
  const keys = [await lettersOf(name), (await lettersOf(joined)).replace(BAR_BETWEEN_CHINESE, '$1')]
  const distinct = [...new Set(keys)].filter((key) => key !== '')
  return distinct.length === 0 ? [fold(withoutInvisible(name))] : distinct
}

/** Returns true if a name reads like staff, look-alikes included (docs/limits.md#reserved-names). */
export async function readsLikeStaff(name: string): Promise<boolean> {
  return (
    looksLikeStaff(name) ||
    looksLikeStaff(await rectified(name)) ||
    // Signs that look like letters may part the letters instead.
    looksLikeStaff(await rectified(name, /[\p{L}\p{N}]/u))
  )
}

const ofUsername = (key: string) => `username ${key}`
const ofDisplayName = (key: string) => `name ${key}`

/** The keys by which members with the same username, or with the same display name, are found. */
export const keysOfName = (keys: readonly string[]) => ({
  usernames: keys.map(ofUsername),
  displayNames: keys.map(ofDisplayName),
})

/** Returns a member's display name as it is stored, with what it is searched and compared by. */
export async function storedNames(username: string, displayName: string) {
  return {
    displayName,
    nameParts: await namePartsOf(displayName),
    nameKeys: [
      ...(await nameKeys(username)).map(ofUsername),
      ...(displayName === '' ? [] : (await nameKeys(displayName)).map(ofDisplayName)),
    ],
  }
}
