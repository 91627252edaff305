import { randomBytes } from 'node:crypto'
import { byteLength, cutCharacters, isBlank, withoutPiledMarks } from '@forum/shared/text'
import { FILE_TYPES, type FileType } from './sniff'

const NAME_BYTES = 16
const UPLOADS = '/api/uploads/'

/** Returns the address of a stored file. */
export const uploadUrl = (name: string): string => UPLOADS + name

/** Returns the name of the stored file of an address. */
export const uploadName = (url: string): string => url.slice(UPLOADS.length)

/** Returns an unguessable name: 128 random bits. */
export const newFileName = (type: FileType, prefix = ''): string =>
  `${prefix}${randomBytes(NAME_BYTES).toString('hex')}.${FILE_TYPES[type].extension}`

/** Maximum length of the name of a download, without its extension. */
const STEM_MAX = 120
/** Maximum length of the name in bytes: file systems hold no longer one. */
const NAME_MAX_BYTES = 255
/**
 * Separators, characters that operating systems refuse in names, controls, and marks that change the direction of text.
 */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Returns the name of a download: that of the upload, without paths and misleading characters, and with an extension
 * that matches the bytes.
 */
export function downloadName(given: string, type: FileType): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replace(UNSAFE, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const { extension, aliases, isImage } = FILE_TYPES[type]
  const [, stem = '', typed = ''] = /^(.*?)(?:\.([^.]*))?$/.exec(clean) ?? []
  const ending = typed.toLowerCase()
  if ([extension, ...aliases].some((name) => name === ending)) return `${nonBlank(stem, ending)}.${ending}`
  // A picture may have been re-encoded in another format.
  const isPicture = Object.values(FILE_TYPES).some((other) => other.isImage && other.extension === ending)
  const whole = isImage && isPicture ? stem : clean
  return `${nonBlank(whole, extension)}.${extension}`
}

function nonBlank(stem: string, extension: string): string {
  if (isBlank(stem)) return 'file'
  const shown = cutCharacters(withoutPiledMarks(stem), STEM_MAX)
  const available = NAME_MAX_BYTES - `.${extension}`.length
  let kept = ''
  while (kept.length < shown.length) {
    const next = cutCharacters(shown.slice(kept.length), 1)
    if (byteLength(kept) + byteLength(next) > available) break
    kept += next
  }
  return kept
}
