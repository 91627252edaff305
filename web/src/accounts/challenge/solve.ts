import { type RegistrationChallenge } from '@forum/shared/contract'
import { CHALLENGE_TRIES_MAX } from '@forum/shared/limits'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

const COUNTER_BYTES = 4

/**
 * Solves a challenge of ALTCHA (version 2, SHA-256) and returns the payload to send; null if no try is right.
 * It hashes without `crypto.subtle`, which a page has only over https.
 *
 * @param onProgress called with the number of tries so far, of at most `CHALLENGE_TRIES_MAX`
 */
export function solve(
  challenge: RegistrationChallenge,
  onProgress: (tries: number) => void = () => undefined,
): string | null {
  const { nonce, salt, cost, keyPrefix } = challenge.parameters
  const tried = concatBytes(hexToBytes(salt), hexToBytes(nonce), new Uint8Array(COUNTER_BYTES))
  const counterAt = new DataView(tried.buffer, tried.length - COUNTER_BYTES)
  for (let counter = 0; counter <= CHALLENGE_TRIES_MAX; counter += 1) {
    counterAt.setUint32(0, counter)
    let key = sha256(tried)
    for (let i = 1; i < cost; i += 1) key = sha256(key)
    const derivedKey = bytesToHex(key)
    if (derivedKey.startsWith(keyPrefix))
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
    if (counter % 50 === 0) onProgress(counter)
  }
  return null
}
