/**
 * Returns a digest that identifies a text, as 64 bits in hexadecimal (two rounds of FNV-1a). It is not secure.
 * `crypto.subtle` is asynchronous, and missing over plain HTTP.
 */
export function digestOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x01000193]
  for (let i = 0; i < text.length; i += 1) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193)
    two = Math.imul(two ^ text.charCodeAt(i), 0x85ebca6b) + one
  }
  return [one, two].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
