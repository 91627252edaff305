import { type Meter } from './meter'

/** An address found in text. `start` and `end` are code unit offsets, `url` is what a link points to. */
export interface Address {
  start: number
  end: number
  url: string
}

const SCHEME = /https?:\/\//iy
const WWW = /www\./iy
/** After one of these characters, `www.` is part of something else: a mail address, a path, a longer host. */
const GLUED_BEFORE_WWW = /[A-Za-z0-9._@/-]/
const MAX_HOST = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i
const PORT = /:\d{1,5}(?!\d)/y

/**
 * Returns the address that begins at `start` in running text, or null. The address ends before white space, quotes,
 * brackets and Chinese punctuation, and excludes the full stop or closing parenthesis of the sentence around it.
 */
export function addressAt(text: string, start: number, meter: Meter): Address | null {
  WWW.lastIndex = start
  if (WWW.test(text) && GLUED_BEFORE_WWW.test(text.charAt(start - 1))) return null
  const hostEnd = hostEndAt(text, start, meter)
  if (hostEnd < 0) return null
  const end = hasPath(text, hostEnd) ? pathEnd(text, hostEnd, meter) : hostEnd
  return { start, end, url: withScheme(text.slice(start, end)) }
}

/** Returns the `value` of a tag as a web address, or null unless it is http, https or www. */
export function wholeAddress(value: string, meter: Meter): string | null {
  const text = value.trim()
  meter.steps += text.length
  const hostEnd = hostEndAt(text, 0, meter)
  if (hostEnd < 0 || UNSAFE.test(text)) return null
  return hostEnd === text.length || hasPath(text, hostEnd) ? withScheme(text) : null
}

const UNSAFE = /[\s<>"\\`]|\p{Cc}/u

/** Returns the end of the scheme, host and port that begin at `start`; -1 if there is no valid host. */
function hostEndAt(text: string, start: number, meter: Meter): number {
  SCHEME.lastIndex = start
  WWW.lastIndex = start
  const scheme = SCHEME.exec(text)
  if (scheme === null && !WWW.test(text)) return -1
  const from = start + (scheme?.[0].length ?? 0)
  let end = from
  while (end < text.length && end - from <= MAX_HOST && isHostUnit(text.charCodeAt(end))) end += 1
  meter.steps += end - start
  if (end - from > MAX_HOST) return -1
  while (end > from && '.-'.includes(text.charAt(end - 1))) end -= 1
  const labels = text.slice(from, end).split('.')
  if (!labels.every((label) => LABEL.test(label))) return -1
  const last = labels.at(-1) ?? ''
  if (scheme === null) {
    if (labels.length < 3 || !/^[a-z]{2,}$/i.test(last)) return -1
  } else if (labels.length < 2 && last.toLowerCase() !== 'localhost') return -1
  PORT.lastIndex = end
  return PORT.test(text) ? PORT.lastIndex : end
}

function hasPath(text: string, at: number): boolean {
  return at < text.length && '/?#'.includes(text.charAt(at))
}

function withScheme(text: string): string {
  const colon = text.indexOf('://')
  return /^https?:/i.test(text) ? text.slice(0, colon).toLowerCase() + text.slice(colon) : `https://${text}`
}

/** Returns the end of the path, query and fragment that begin at `from`. */
function pathEnd(text: string, from: number, meter: Meter): number {
  let open = 0
  let closed = 0
  let end = from
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end)
    if (!isPathUnit(unit)) break
    if (isChinese(unit) && !chineseMayFollow(text, end, from)) break
    if (unit === 0x28) open += 1
    if (unit === 0x29) closed += 1
  }
  meter.steps += end - from
  for (; end > from; end -= 1) {
    const last = text.charAt(end - 1)
    if (last === ')' && closed > open) closed -= 1
    else if (!".,;:!?'".includes(last)) break
  }
  return end
}

/**
 * Chinese belongs to an address only after a separator in its path (/wiki/北京). Directly after a Latin letter, or
 * after the slash that ends the host, it belongs to the sentence.
 */
function chineseMayFollow(text: string, at: number, pathStart: number): boolean {
  const before = text.charCodeAt(at - 1)
  return isChinese(before) || (at > pathStart + 1 && '/=#_-+:&'.includes(text.charAt(at - 1)))
}

function isHostUnit(unit: number): boolean {
  return isAsciiLetterOrDigit(unit) || unit === 0x2d || unit === 0x2e || unit === 0x5f
}

export function isAsciiLetterOrDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

/** Excludes blanks, controls, quotes, symbols, Chinese punctuation, and all brackets except parentheses. */
function isPathUnit(unit: number): boolean {
  if (unit < 0x80) return unit > 0x20 && unit < 0x7f && !'"<>[\\]^`{|}'.includes(String.fromCharCode(unit))
  if (unit < 0xc0 || (unit >= 0x1680 && unit <= 0x180f)) return false
  return unit < 0x2000 || isChinese(unit)
}

/** Han, kana and Hangul; rarer characters are recognised by their surrogates. */
function isChinese(unit: number): boolean {
  return (
    (unit >= 0x2e80 && unit < 0x3000) ||
    (unit >= 0x3040 && unit < 0xe000) ||
    (unit >= 0xf900 && unit < 0xfb00)
  )
}
