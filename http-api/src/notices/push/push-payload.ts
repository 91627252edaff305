import type { Language } from '@forum/shared/errors'
import { byteLength, cutCharacters } from '@forum/shared/text'

/** Size of an encrypted message that every push service accepts (RFC 8030, section 7.2). */
export const ENCRYPTED_MAX_BYTES = 4_096
/**
 * The bytes that encryption adds: salt, record size, length of the key, key, delimiter and tag (RFC 8188, RFC 8291).
 */
const ENCRYPTION_BYTES = 16 + 4 + 1 + 65 + 1 + 16
export const PAYLOAD_MAX_BYTES = ENCRYPTED_MAX_BYTES - ENCRYPTION_BYTES

/** The message that the service worker receives (`web/service-worker/push.ts`). */
export interface PushPayload {
  title: string
  body: string
  tag: string
  path: string
  lang: Language
}

/** Returns the JSON of a push message, its title and body cut to what push services accept. */
export function pushPayload({ title, body, ...rest }: PushPayload): string {
  const space = PAYLOAD_MAX_BYTES - byteLength(JSON.stringify({ title: '', body: '', ...rest }))
  const cutTitle = fit(title, space - Math.min(sizeOf(body), Math.floor(space / 2)))
  return JSON.stringify({ title: cutTitle, body: fit(body, space - sizeOf(cutTitle)), ...rest })
}

/** Returns how many bytes a text adds to JSON, which may escape its characters. */
const sizeOf = (text: string) => byteLength(JSON.stringify(text)) - 2

/** Returns as many whole characters as fit, followed by `…` if some do not. */
function fit(text: string, bytes: number): string {
  if (sizeOf(text) <= bytes) return text
  // A character takes at least one byte, so that longer cuts need not be tried.
  let [fits, tooMany] = [0, bytes]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (sizeOf(`${cutCharacters(text, middle)}…`) <= bytes) fits = middle
    else tooMany = middle
  }
  return `${cutCharacters(text, fits)}…`
}
