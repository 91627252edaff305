import { isBlank } from './visible'

/** Control characters except tab and line feed. */
const CONTROL = /(?![\n\t])\p{Cc}/gu
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Unicode white space (including U+3000), and zero-width characters, which pasted text often has at its ends. */
const SPACE = /[\p{White_Space}\u200b-\u200d\u2060\ufeff]/u
/** Directional controls: in a name or a title they reverse the text after it. */
const DIRECTION = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const LINE_BREAKS = /[\n\t\u2028\u2029]+/g

/**
 * Normalises `text` for storage: line ends become \n, control characters except \n and \t are removed, and so are white
 * space and zero-width characters at the ends. Joiners of emoji inside the text are kept. A text that shows nothing
 * becomes '', whatever it consists of.
 */
export function trimText(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(CONTROL, '').replace(LONE_SURROGATE, '\ufffd')
  // A loop, because /\s+$/ takes quadratic time on a long run of blanks inside the text.
  let start = 0
  let end = clean.length
  while (start < end && SPACE.test(clean.charAt(start))) start += 1
  while (end > start && SPACE.test(clean.charAt(end - 1))) end -= 1
  const trimmed = clean.slice(start, end)
  return isBlank(trimmed) ? '' : trimmed
}

/** Normalises a title, subject or name: trimmed, on one line, and without directional controls. */
export function oneLine(text: string): string {
  return trimText(trimText(text.replace(DIRECTION, '')).replace(LINE_BREAKS, ' '))
}
