/**
 * The types that members may upload, and the extension of their stored names and downloads. The package file-type does
 * not know plain text.
 */
export const FILE_TYPES = {
  'image/jpeg': { extension: 'jpg', aliases: ['jpeg', 'jpe', 'jfif'], isImage: true },
  'image/png': { extension: 'png', aliases: [], isImage: true },
  'image/gif': { extension: 'gif', aliases: [], isImage: true },
  'image/webp': { extension: 'webp', aliases: [], isImage: true },
  'image/avif': { extension: 'avif', aliases: [], isImage: true },
  'application/pdf': { extension: 'pdf', aliases: [], isImage: false },
  'application/zip': { extension: 'zip', aliases: [], isImage: false },
  'text/plain': { extension: 'txt', aliases: ['text', 'log', 'md', 'csv'], isImage: false },
} as const satisfies Record<string, { extension: string; aliases: readonly string[]; isImage: boolean }>
export type FileType = keyof typeof FILE_TYPES

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** How far from the end of a zip its end record can begin: the fixed part of the record plus the longest comment. */
const ZIP_TAIL_BYTES = 22 + 0xffff
const isZip = (bytes: Uint8Array) =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(ascii(bytes, 0, 4)) &&
  Buffer.from(bytes.subarray(-ZIP_TAIL_BYTES)).includes('PK\x05\x06')

/**
 * Returns the type of a file by its bytes alone; null for a type that is not accepted. A presumed picture still has to
 * be decoded.
 */
export function sniffType(bytes: Uint8Array): FileType | null {
  const head = ascii(bytes, 0, 16)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp'
  if (/^[^]{4}ftypavi[fs]/.test(head)) return 'image/avif'
  if (/^%PDF-\d/.test(head)) return 'application/pdf'
  if (isZip(bytes)) return 'application/zip'
  return isPlainText(bytes) ? 'text/plain' : null
}

/** Characters that do not occur in text: controls other than tab, line feed, form feed and carriage return. */
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u
/** Beginnings of text that a browser or a shell would run or render. */
const ACTIVE = /^\s*(<[!?a-z/]|#!|%!|@echo|\[InternetShortcut\]|MIME-Version:)/i
const decodes = (bytes: Uint8Array, encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false
  const text = decodes(bytes, 'utf-8') ?? decodes(bytes, 'gb18030')
  return text !== null && !CONTROL.test(text) && !ACTIVE.test(text)
}
