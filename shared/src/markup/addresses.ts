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
/** A host with letters of any script; browsers translate it. */
const ANY_HOST = /^[\p{L}\p{M}\p{N}._-]+/u
const ANY_LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?$/u
/** Chinese directly after a Latin letter or digit belongs to the sentence, as in a path. */
const SENTENCE = /[a-z0-9_-][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/iu
const BEYOND_ASCII = /[^\0-\x7f]/
const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Top-level domains in Chinese: nothing else tells where such a host ends in a sentence. The longest first. */
const CHINESE_TOP_LEVEL =
  /^(?:组织机构|新加坡|中文网|我爱你|大众汽车|天主教|电讯盈科|飞利浦|中国|中國|香港|台湾|台灣|澳門|澳门|公司|网络|網絡|集团|在线|网址|网店|网站|商城|商店|商标|政务|政府|公益|慈善|手机|移动|游戏|企业|机构|世界|信息|中信|娱乐|健康|招聘|时尚|餐厅|购物|酒店|书籍|家電|点看|點看|八卦|佛山|广东|食品|微博|通販|大拿|诺基亚|珠宝|联通|谷歌|嘉里|一号店|한국|닷넷|닷컴|삼성|みんな|コム|グーグル|クラウド|ストア|セール|ファッション|ポイント|アマゾン)/

/**
 * Returns the address that begins at `start` in running text, or null. The address ends before white space, quotes,
 * brackets and Chinese punctuation, and excludes the full stop or closing parenthesis of the sentence around it.
 */
export function addressAt(text: string, start: number, meter: Meter): Address | null {
  WWW.lastIndex = start
  if (WWW.test(text) && GLUED_BEFORE_WWW.test(text.charAt(start - 1))) return null
  const hostEnd = hostEndAt(text, start, meter)
  if (hostEnd < 0) return null
  const isWide = BEYOND_ASCII.test(text.slice(start, hostEnd))
  const end = hasPath(text, hostEnd) ? pathEnd(text, hostEnd, meter, isWide) : hostEnd
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
  const wide = wideHostEnd(text, from, end, meter)
  while (end > from && '.-'.includes(text.charAt(end - 1))) end -= 1
  const labels = text.slice(from, end).split('.')
  const last = labels.at(-1) ?? ''
  if (wide > 0 && (scheme !== null || text.slice(from, wide).split('.').length > 2)) end = wide
  else if (labels.some((label) => !LABEL.test(label))) return -1
  else if (scheme === null) {
    if (labels.length < 3 || !/^[a-z]{2,}$/i.test(last)) return -1
  } else if (labels.length < 2 && last.toLowerCase() !== 'localhost') return -1
  PORT.lastIndex = end
  return PORT.test(text) ? PORT.lastIndex : end
}

/**
 * Returns the end of a host in letters beyond ASCII that begins at `from`; -1 if there is none.
 *
 * @param end where its ASCII ends
 */
function wideHostEnd(text: string, from: number, end: number, meter: Meter): number {
  if (text.charCodeAt(end) < 0x80 || end === text.length) return -1
  const host = ANY_HOST.exec(text.slice(from, from + MAX_HOST))?.[0] ?? ''
  meter.steps += host.length
  const labels: string[] = []
  for (const written of host.split('.')) {
    const cut = written.search(SENTENCE)
    const label = cut < 0 ? written : written.slice(0, cut + 1)
    if (!ANY_LABEL.test(label)) break
    labels.push(label)
    if (cut >= 0) break
  }
  for (let last = labels.pop(); last !== undefined && labels.length > 0; last = labels.pop()) {
    const top = CHINESE.test(last) ? CHINESE_TOP_LEVEL.exec(last)?.[0] : last
    if (top !== undefined) {
      const found = [...labels, top].join('.')
      return BEYOND_ASCII.test(found) ? from + found.length : -1
    }
  }
  return -1
}

function hasPath(text: string, at: number): boolean {
  return at < text.length && '/?#'.includes(text.charAt(at))
}

function withScheme(text: string): string {
  const colon = text.indexOf('://')
  return /^https?:/i.test(text) ? text.slice(0, colon).toLowerCase() + text.slice(colon) : `https://${text}`
}

/**
 * Returns the end of the path, query and fragment that begin at `from`.
 *
 * @param isWide whether the host has letters beyond ASCII, so that its paths begin with them too
 */
function pathEnd(text: string, from: number, meter: Meter, isWide: boolean): number {
  let open = 0
  let closed = 0
  let end = from
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end)
    if (!isPathUnit(unit)) break
    if (isChinese(unit) && !chineseMayFollow(text, end, isWide ? from - 1 : from)) break
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
