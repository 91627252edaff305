import { randomBytes } from 'node:crypto'
import { FILE_TYPES, type FileType } from './sniff'

const NAME_BYTES = 16

/** A name that nobody can guess: 128 random bits. */
export const newFileName = (type: FileType, prefix = ''): string =>
  `${prefix}${randomBytes(NAME_BYTES).toString('hex')}.${FILE_TYPES[type].extension}`

/** Maximum length of the name that a download gets, without its extension. */
const STEM_MAX = 120
/** Separators, characters that systems refuse in names, controls, and marks that turn the direction of text. */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * The name a file is downloaded under: that of the upload, without paths and tricks, and with an extension that tells
 * the truth about the bytes.
 */
export function downloadName(given: string, type: FileType): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replace(UNSAFE, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const { extension, aliases, isImage } = FILE_TYPES[type]
  const [, stem = '', own = ''] = /^(.*?)(?:\.([^.]*))?$/.exec(clean) ?? []
  const known = own.toLowerCase()
  if (stem !== '' && [extension, ...aliases].some((name) => name === known)) return `${cut(stem)}.${known}`
  // A picture may have been written in another format than it came in.
  const isPicture = Object.values(FILE_TYPES).some((other) => other.isImage && other.extension === known)
  const whole = isImage && isPicture ? stem : clean
  return `${whole === '' ? 'file' : cut(whole)}.${extension}`
}

const cut = (stem: string) => Array.from(stem).slice(0, STEM_MAX).join('')
