/**
 * Characters as a person counts them: grapheme clusters, so that 👨‍👩‍👧 and é are one each (contract §5).
 */

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/**
 * Text of these alone has one character to a code unit: ASCII, Latin letters, Chinese characters and
 * punctuation, full-width forms. Left out are \r (\r\n counts once) and the marks that join the character
 * before them (U+302A-302F, U+3099-309A, U+FF9E-FF9F).
 */
const ONE_UNIT_EACH =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2030-\u205e\u3000-\u3029\u3031-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff9d]*$/

/** How many characters a person counts in `text`. */
export function countCharacters(text: string): number {
  if (ONE_UNIT_EACH.test(text)) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** The first `max` characters; never half a character, nothing appended. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count >= max) return text.slice(0, index)
    count += 1
  }
  return text
}

/** At most `max` characters of `text`, and `…` after them when something was cut. */
export function cutWithEllipsis(text: string, max: number): string {
  const cut = cutCharacters(text, max)
  return cut.length < text.length ? `${cut}…` : text
}

/** Bytes of `text` in UTF-8; a lone surrogate counts as the replacement character it will become. */
export function byteLength(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 4
      i += 1
    } else bytes += 3
  }
  return bytes
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
