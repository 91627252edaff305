/**
 * `text` for comparing and searching: compatibility forms unified (full-width, ligatures), lower case,
 * without invisible characters and variation selectors, white space collapsed to single blanks.
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
