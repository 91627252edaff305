/**
 * Normalises `text` for comparing and searching: unifies compatibility forms (full-width, ligatures), lower-cases,
 * removes invisible characters and variation selectors, and collapses white space to single blanks.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
}
