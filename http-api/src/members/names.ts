import { fold } from '@forum/shared/text'

/** Maximum length at which a search text is compared. */
const PART_MAX = 32

/** Normalises a text for comparison with names. */
export const searchedName = (text: string): string => Array.from(fold(text)).slice(0, PART_MAX).join('')

/** Returns every suffix of a display name: a name contains a text if one of its suffixes begins with it. */
export function namePartsOf(displayName: string): string[] {
  const characters = Array.from(fold(displayName))
  const ends = characters.map((_, i) => characters.slice(i, i + PART_MAX).join(''))
  return [...new Set(ends.filter((end) => !end.startsWith(' ')))]
}
