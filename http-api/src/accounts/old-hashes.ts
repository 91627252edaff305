import { createHash, timingSafeEqual } from 'node:crypto'
import { encodeGb18030 } from './gb18030'

const PREFIX = '$ucenter$'

/** Stores a hash of UCenter, `md5(md5(password) + salt)`, in the form that `matchesOldHash` recognises. */
export const ucenterHash = (md5: string, salt: string): string => `${PREFIX}${salt}$${md5.toLowerCase()}`

/** Returns true if a hash comes from an imported forum, so that the next sign-in replaces it. */
export const isOldHash = (hash: string): boolean => hash.startsWith(PREFIX) || BCRYPT.test(hash)

/** The hashes of PHP's `password_hash`, which newer versions of UCenter store. */
const BCRYPT = /^\$2[aby]\$\d\d\$/
const HAS_HIGH = /[^\0-\x7f]/

const md5 = (input: Uint8Array | string) => createHash('md5').update(input).digest('hex')

/**
 * Returns true if one of the spellings of a password matches the hash of an imported forum. Forums in GBK hashed the
 * bytes of their own encoding, so each spelling is tried in UTF-8, then in GB18030.
 */
export async function matchesOldHash(hash: string, spellings: readonly string[]): Promise<boolean> {
  const matches = BCRYPT.test(hash) ? await bcryptMatcher(hash) : ucenterMatcher(hash)
  const encodings = [(text: string) => Buffer.from(text), encodeGb18030]
  for (const encode of encodings) {
    for (const spelling of spellings) {
      // ASCII is the same in both.
      if (encode === encodeGb18030 && !HAS_HIGH.test(spelling)) continue
      const bytes = encode(spelling)
      if (bytes && (await matches(bytes))) return true
    }
  }
  return false
}

async function bcryptMatcher(hash: string) {
  // Loaded on first use: few forums have such hashes.
  const { verify } = await import('@node-rs/bcrypt')
  return (password: Uint8Array) => verify(password, hash)
}

function ucenterMatcher(hash: string) {
  const end = hash.lastIndexOf('$')
  const salt = hash.slice(PREFIX.length, end)
  const expected = Buffer.from(hash.slice(end + 1))
  return (password: Uint8Array) => {
    const given = Buffer.from(md5(md5(password) + salt))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
