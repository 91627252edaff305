/** Characters that show nothing: controls, halves of characters, separators of lines, and what fonts leave out. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
/** Characters that are invisible on their own but belong to emoji and to letters of some scripts. */
const JOINING = /\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}]/gu

/** Returns true if a password consists of visible characters and spaces. */
export const isPrintable = (password: string): boolean => !HIDDEN.test(password.replaceAll(JOINING, ''))

/** A character that is neither a letter of a case nor a digit; marks belong to the letter before them. */
const SPECIAL = /[^\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Returns true if a password has an upper-case letter, a lower-case letter, a digit and a special character. */
export const hasAllKinds = (password: string): boolean =>
  /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password) && SPECIAL.test(password)
