import { createHash, timingSafeEqual } from 'node:crypto'

const PREFIX = '$ucenter$'

/** Stores a hash of UCenter, `md5(md5(password) + salt)`, in the form that `matchesOldHash` recognises. */
export const ucenterHash = (md5: string, salt: string): string => `${PREFIX}${salt}$${md5.toLowerCase()}`

/** Whether a hash comes from an imported forum and is to be replaced at the next sign-in. */
export const isOldHash = (hash: string): boolean => hash.startsWith(PREFIX) || BCRYPT.test(hash)

/** The hashes of PHP's `password_hash`, which newer versions of UCenter store. */
const BCRYPT = /^\$2[aby]\$\d\d\$/

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Whether a password matches the hash of an imported forum. */
export async function matchesOldHash(hash: string, password: string): Promise<boolean> {
  if (BCRYPT.test(hash)) {
    // Loaded on first use: few forums have such hashes.
    const { compare } = await import('bcryptjs')
    return compare(password, hash)
  }
  const end = hash.lastIndexOf('$')
  const salt = hash.slice(PREFIX.length, end)
  const expected = Buffer.from(hash.slice(end + 1))
  const given = Buffer.from(md5(md5(password) + salt))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
