/**
 * Display names that read like staff, and reserved usernames (docs/limits.md#reserved-names). Names and listed words
 * are compared by their skeletons, in which characters that look alike are the same.
 */
import { withoutInvisible } from './visible'

/** Characters that look like each letter. Applied before lower-casing, because Ν looks like N but ν like v. */
const LOOK_ALIKES: Record<string, string> = {
  a: '4@АаΑαɑᴀ∀',
  b: '8ВвΒβʙƀ',
  c: 'СсᴄϹϲ',
  d: 'ԁδᴅđđÐð',
  e: '3ЕеΕεᴇєЄ',
  f: 'ƒ',
  g: '9ɡɢ',
  h: 'НнΗʜһҺ',
  i: '1!|lLІіΙιıɪӀӏʟ¡',
  j: 'Јјᴊ',
  k: 'КкΚκᴋ',
  m: 'МмΜμµᴍ',
  n: 'ΝηпПиИɴ',
  o: '0ОоΟοσᴏøØ',
  p: 'РрΡρᴘ',
  r: 'гГʀ',
  s: '5$Ѕѕꜱ',
  t: '7+ТтΤτᴛ',
  u: 'υᴜ',
  v: 'νѵᴠ',
  w: 'ѡωᴡ',
  x: 'ХхΧχ',
  y: 'УуΥγʏ',
  管: '菅筦琯',
  理: '里埋俚娌',
  员: '員贠',
  站: '竝坫岾',
  长: '長镸仧兏',
  版: '粄昄',
  务: '務',
  组: '組',
  统: '統',
}

const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alikes]) => Array.from(alikes, (alike) => [alike, letter])),
)
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** Signs that look like a letter, but may also part the letters of a word. */
const SIGNS = [...LETTER_OF.keys()].filter((alike) => !LETTER_OR_DIGIT.test(alike))
/** Letters that look like a bar: they part words as | does. */
const BARS = '丨〡ǀǃ'
const SEPARATORS = `[${SIGNS.join('')}${BARS}]*`
/** Letters in circles, squares and flags: each block holds A to Z in order. */
const LETTER_BLOCKS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]

/** Words that read like staff anywhere in a display name. */
const STAFF_WORDS = [
  '管理员',
  '站长',
  '版主',
  '客服',
  '超管',
  '站务',
  '管理组',
  'admin',
  'moderator',
  'webmaster',
].map((word) => ({ word: skeleton(word).letters, pattern: patternOf(word) }))
/** Words that read like staff only as the whole name: in longer names they are ordinary words. */
const STAFF_NAMES = [
  '斑竹',
  '板主',
  '官方',
  '系统',
  '系统消息',
  '系统通知',
  'mod',
  'mods',
  'staff',
  'system',
  'root',
  'support',
].map((name) => new RegExp(`^${SEPARATORS}${patternOf(name).source}${SEPARATORS}$`, 'u'))
/** Ordinary words that contain a staff word. */
const HARMLESS = ['badminton', '出版'].map((word) => patternOf(word, ''))

/** Usernames that cannot be registered, in lower case. */
export const RESERVED_USERNAMES: readonly string[] = [
  ...[
    'admin',
    'administrator',
    'moderator',
    'mod',
    'mods',
    'root',
    'system',
    'sysop',
    'staff',
    'owner',
    'superuser',
  ],
  ...[
    'webmaster',
    'postmaster',
    'hostmaster',
    'abuse',
    'security',
    'support',
    'service',
    'official',
    'noreply',
  ],
  ...['guanliyuan', 'banzhu', 'zhanzhang', 'kefu', 'guanfang', 'xitong', 'chaoguan'],
  ...['all', 'everyone', 'here', 'guest', 'anonymous', 'unknown', 'deleted', 'nobody', 'null', 'undefined'],
]
/** The usernames of deleted accounts. */
const DELETED = /^deleted\d+$/i
const RESERVED = new Set(RESERVED_USERNAMES)
const RESERVED_SKELETONS = new Set(RESERVED_USERNAMES.map((name) => skeleton(name).letters))

/** Returns true if a display name reads like a member of staff. */
export function looksLikeStaff(displayName: string): boolean {
  const name = skeleton(displayName)
  return STAFF_NAMES.some((whole) => whole.test(name.letters)) || containsStaffWord(name)
}

/** Returns true if a username is reserved: it is listed, looks like a listed one, or contains a staff word. */
export function isReservedUsername(username: string): boolean {
  const name = skeleton(username)
  return (
    RESERVED.has(username.toLowerCase()) ||
    DELETED.test(username) ||
    RESERVED_SKELETONS.has(name.letters) ||
    containsStaffWord(name)
  )
}

interface Skeleton {
  /** Letters, digits and signs that look like letters, with look-alike letters replaced. */
  letters: string
  /** For each letter, the index of its word in the name as written. */
  words: number[]
}

function skeleton(text: string): Skeleton {
  const plain = Array.from(withoutInvisible(text.normalize('NFKC').normalize('NFD')), letterOf)
    .join('')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/l/g, 'i')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
  let letters = ''
  const words: number[] = []
  let word = 0
  for (const character of plain) {
    if (!LETTER_OR_DIGIT.test(character) && !SIGNS.includes(character)) {
      word += 1
      continue
    }
    letters += character
    for (let unit = 0; unit < character.length; unit += 1) words.push(word)
  }
  return { letters, words }
}

function letterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  for (const block of LETTER_BLOCKS) {
    if (code >= block && code < block + 26) return String.fromCharCode(0x61 + code - block)
  }
  return SIGNS.includes(character) ? character : (LETTER_OF.get(character) ?? character)
}

/**
 * Returns a pattern that finds a word in the letters of a skeleton, each of them also as a sign that looks like it. By
 * default, signs and bars may part the letters; Chinese characters may be parted by whatever is not Chinese.
 */
function patternOf(
  word: string,
  between = isLatin(word) ? SEPARATORS : `(?:\\P{Script=Han}|[${BARS}])*`,
): RegExp {
  const letters = Array.from(skeleton(word).letters, (letter) => {
    const signs = SIGNS.filter((sign) => LETTER_OF.get(sign) === letter)
    return `[${letter}${signs.join('')}]`
  })
  return new RegExp(letters.join(between), 'gu')
}

function isLatin(word: string): boolean {
  return /^[a-z]/.test(word)
}

/** Returns the places of a pattern in a text, those that overlap included. */
function placesOf(pattern: RegExp, text: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    places.push({ from: match.index, to: match.index + match[0].length })
    pattern.lastIndex = match.index + 1
  }
  return places
}

/**
 * Returns true if the name contains a staff word. A word with separators in it (a.d.m.i.n) must begin where a word of
 * the name begins, otherwise "Brad Miner" would match "admin"; in Chinese, words have no visible beginning.
 */
function containsStaffWord({ letters, words }: Skeleton): boolean {
  const harmless = HARMLESS.flatMap((pattern) => placesOf(pattern, letters))
  const isWritten = (word: string, { from, to }: { from: number; to: number }): boolean => {
    if (harmless.some((place) => place.from < to && from < place.to)) return false
    if (!isLatin(word)) return true
    const isInOneWord = words[from] === words[to - 1] && to - from === word.length
    const before = letters.charAt(from - 1)
    const startsAWord =
      from === 0 || words[from - 1] !== words[from] || SIGNS.includes(before) || BARS.includes(before)
    return isInOneWord || startsAWord
  }
  return STAFF_WORDS.some(({ word, pattern }) =>
    placesOf(pattern, letters).some((place) => isWritten(word, place)),
  )
}
