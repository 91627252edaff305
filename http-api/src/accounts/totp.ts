import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../platform/secrets'

/** Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, 30 s, six digits. */

const STEP_MS = 30_000
/** The length that RFC 4226 recommends. */
const KEY_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

/** Encodes bytes in base32 (RFC 4648) without padding, as keys are typed into apps. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('')
}

/** The number of steps since 1970. */
const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** Returns the code of one step. */
export function codeOf(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** Returns the step that a code belongs to: the current one or one beside it, as clocks differ; null if none. */
export function stepOf(key: Uint8Array, code: string, now: Date): number | null {
  const current = stepAt(now)
  // All are compared, so that the time taken does not depend on the code.
  const matching = [current, current - 1, current + 1].filter((step) => isSameSecret(codeOf(key, step), code))
  return matching[0] ?? null
}
