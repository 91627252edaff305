/**
 * Display names that read like staff, and reserved usernames (docs/limits.md#reserved-names). Names and listed words
 * are compared by their skeletons, in which characters that look alike are the same.
 */

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
].map((word) => skeleton(word).letters)
/** Words that read like staff only as the whole name: in longer names they are ordinary words. */
const STAFF_NAMES = new Set(
  [
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
  ].map((word) => skeleton(word).letters),
)
/** Ordinary words that contain a staff word. */
const HARMLESS = ['badminton', '出版'].map((word) => skeleton(word).letters)

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

/** Whether a display name reads like a member of staff. */
export function looksLikeStaff(displayName: string): boolean {
  const name = skeleton(displayName)
  return STAFF_NAMES.has(name.letters) || STAFF_WORDS.some((word) => containsWord(name, word))
}

/** Whether a username is reserved: it is listed, looks like a listed one, or contains a staff word. */
export function isReservedUsername(username: string): boolean {
  const name = skeleton(username)
  return (
    RESERVED.has(username.toLowerCase()) ||
    DELETED.test(username) ||
    RESERVED_SKELETONS.has(name.letters) ||
    STAFF_WORDS.some((word) => containsWord(name, word))
  )
}

interface Skeleton {
  /** Letters and digits only, with look-alikes replaced. */
  letters: string
  /** For each letter, the index of its word in the name as written. */
  words: number[]
}

function skeleton(text: string): Skeleton {
  const plain = Array.from(text.normalize('NFKC').normalize('NFD'), letterOf)
    .join('')
    .toLowerCase()
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/l/g, 'i')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
  let letters = ''
  const words: number[] = []
  let word = 0
  for (const character of plain) {
    if (!/[\p{L}\p{N}]/u.test(character)) {
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
  return LETTER_OF.get(character) ?? character
}

/**
 * Whether the name contains the word. A word with separators in it (a.d.m.i.n) must begin where a word of the name
 * begins, otherwise "Brad Miner" would match "admin"; in Chinese, words have no visible beginning.
 */
function containsWord({ letters, words }: Skeleton, word: string): boolean {
  const latin = /^[a-z]/.test(word)
  for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
    if (HARMLESS.some((harmless) => overlaps(letters, harmless, at, word.length))) continue
    const inOneWord = words[at] === words[at + word.length - 1]
    const startsAWord = at === 0 || words[at - 1] !== words[at]
    if (!latin || inOneWord || startsAWord) return true
  }
  return false
}

/** Whether `phrase` occurs in `letters` and overlaps the `length` letters from `at`. */
function overlaps(letters: string, phrase: string, at: number, length: number): boolean {
  const found = letters.indexOf(phrase, Math.max(0, at - phrase.length + 1))
  return found >= 0 && found < at + length
}
