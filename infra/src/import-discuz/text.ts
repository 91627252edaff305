import { cutCharacters, oneLine, withoutPiledMarks } from '@forum/shared/text'

const WINDOWS_1252 = new TextDecoder('windows-1252')
/** The byte of each character of windows-1252, which MySQL calls latin1. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [WINDOWS_1252.decode(Uint8Array.of(byte)), byte]),
)
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true })
const STRICT_GBK = new TextDecoder('gbk', { fatal: true })
const HAS_HAN = /\p{Script=Han}/u
const HAS_HIGH = /[^\0-\x7f]/
/** Letters with accents stand alone; the bytes of Chinese characters do not. */
const HAS_PAIR = /[^\0-\x7f]{2}/

/**
 * Repairs a text whose bytes were stored as if they were latin1: UTF-8 encoded twice, or, from a column declared as
 * latin1, UTF-8 or GBK. Any other text is returned as it is.
 */
export function repairText(text: string, isLatin1Column = false): string {
  if (!HAS_HIGH.test(text)) return text
  const bytes: number[] = []
  for (const character of text) {
    const byte = BYTES.get(character)
    if (byte === undefined) return text
    bytes.push(byte)
  }
  const stored = Uint8Array.from(bytes)
  const isMaybeGbk = isLatin1Column && HAS_PAIR.test(text)
  for (const decoder of isMaybeGbk ? [STRICT_UTF8, STRICT_GBK] : [STRICT_UTF8]) {
    try {
      const decoded = decoder.decode(stored)
      if (HAS_HAN.test(decoded)) return decoded
    } catch {
      // Not in this encoding.
    }
  }
  return text
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
}

/** Decodes the entities of HTML that Discuz! stores: all in titles and names, numeric ones also in posts. */
export function decodeEntities(text: string, only: 'all' | 'numeric' = 'all'): string {
  return text.replace(/&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return only === 'all' ? (NAMED[name.toLowerCase()] ?? whole) : whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    const isCharacter = code >= 32 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}

/** Reduces the HTML of a post to BBCode and text. */
export function htmlToBbcode(html: string): string {
  return decodeEntities(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/\r?\n/g, ' ')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<\/(p|div|tr|li|h\d)>/gi, '\n')
      .replace(/<img\b[^<>]*?\bsrc=["']?([^"'\s<>]+)[^<>]*>/gi, '[img]$1[/img]')
      .replace(/<a\b[^<>]*?\bhref=["']?([^"'\s<>]+)[^<>]*>/gi, '[url=$1]')
      .replace(/<\/a>/gi, '[/url]')
      .replace(/<(\/?)(b|i|u|s)>/gi, '[$1$2]')
      .replace(/<(\/?)strong>/gi, '[$1b]')
      .replace(/<(\/?)em>/gi, '[$1i]')
      .replace(/<[^<>]*>/g, ''),
  )
}

/** Returns a title or name as it may be stored: at most `max` characters, and '' if it shows nothing. */
export function shownLine(line: string, max: number): string {
  return cutCharacters(withoutPiledMarks(oneLine(line)), max)
}
