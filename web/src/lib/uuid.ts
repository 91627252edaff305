import { digestOf } from './digest'

/**
 * Returns a random UUID. `crypto.randomUUID` exists only in secure contexts, and a forum on a LAN is served over plain
 * HTTP.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return written([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** Returns a UUID derived from a text: the same text gives the same UUID. */
export const uuidOf = (text: string): string => written(digestOf(text) + digestOf(`${text} again`))

const written = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
