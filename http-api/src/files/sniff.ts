/** Names of zips that other programs open; none that runs on a desktop computer, such as `jar`. */
const ZIP_NAMES = [
  ...[
    'docx',
    'dotx',
    'xlsx',
    'xltx',
    'pptx',
    'potx',
    'ppsx',
    'vsdx',
    'odt',
    'ods',
    'odp',
    'odg',
    'odf',
    'ott',
    'ots',
  ],
  ...[
    'otp',
    'pages',
    'numbers',
    'key',
    'epub',
    'cbz',
    'fb2z',
    'kmz',
    'xmind',
    'mmap',
    'sketch',
    'mscz',
    'mxl',
    'usdz',
  ],
  ...['3mf', 'apk', 'ipa', 'xapk', 'apkm'],
] as const
/** Names of texts that no program runs, and no browser renders. */
const TEXT_NAMES = [
  ...[
    'text',
    'log',
    'md',
    'markdown',
    'rst',
    'adoc',
    'csv',
    'tsv',
    'json',
    'jsonl',
    'ndjson',
    'geojson',
    'ipynb',
  ],
  ...[
    'yaml',
    'yml',
    'toml',
    'ini',
    'conf',
    'cfg',
    'properties',
    'srt',
    'vtt',
    'ass',
    'ssa',
    'lrc',
    'sub',
    'cue',
  ],
  ...[
    'm3u',
    'm3u8',
    'ics',
    'vcf',
    'tex',
    'bib',
    'ris',
    'po',
    'diff',
    'patch',
    'sql',
    'nfo',
    'pem',
    'crt',
    'asc',
  ],
] as const

/** Names of other files that come from an old forum; none that runs on a desktop computer. */
const OTHER_NAMES = [
  ...[
    'rar',
    '7z',
    'gz',
    'tgz',
    'bz2',
    'xz',
    'tar',
    'iso',
    'cab',
    'chm',
    'torrent',
    'psd',
    'ai',
    'cdr',
    'dwg',
  ],
  ...['doc', 'xls', 'ppt', 'pps', 'wps', 'et', 'dps', 'rtf', 'caj', 'mobi', 'azw3', 'umd', 'ttf', 'otf'],
  ...['mp3', 'wma', 'wav', 'flac', 'ape', 'ogg', 'm4a', 'mid', 'amr', 'bmp', 'tif', 'tiff', 'ico'],
  ...['mp4', 'avi', 'wmv', 'mkv', 'rm', 'rmvb', 'flv', 'mov', '3gp', 'mpg', 'mpeg'],
] as const

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
  'application/zip': { extension: 'zip', aliases: ZIP_NAMES, isImage: false },
  'text/plain': { extension: 'txt', aliases: TEXT_NAMES, isImage: false },
  // Only of an old forum: no upload is recognised as this.
  'application/octet-stream': { extension: 'bin', aliases: OTHER_NAMES, isImage: false },
} as const satisfies Record<string, { extension: string; aliases: readonly string[]; isImage: boolean }>
export type FileType = keyof typeof FILE_TYPES

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis'])
const BRANDS_MAX_BYTES = 256

/**
 * Returns the brands that an ISO media file names in its first box, the major one first: an AVIF may have any of several
 * as its major one, such as `mif1`.
 */
function brandsOf(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 8) !== 'ftyp') return []
  const size = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), bytes.length, BRANDS_MAX_BYTES)
  const brands = [ascii(bytes, 8, 12)]
  // Between the major brand and the compatible ones is a version.
  for (let at = 16; at + 4 <= size; at += 4) brands.push(ascii(bytes, at, at + 4))
  return brands
}

/**
 * Returns true if a picture is animated in a format of which only the first frame is decoded: APNG and sequences of
 * AVIF.
 */
export function losesMotion(bytes: Uint8Array, type: FileType): boolean {
  if (type === 'image/avif') return brandsOf(bytes).includes('avis')
  if (type !== 'image/png') return false
  const png = Buffer.from(bytes)
  // Chunks have a length, a name, their content and a checksum; the one that makes an animation precedes the pixels.
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const name = ascii(png, at + 4, at + 8)
    if (name === 'acTL' || name === 'IDAT') return name === 'acTL'
  }
  return false
}

/** Maximum distance of the end record of a zip from its end: the fixed part of the record plus the longest comment. */
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
  if (brandsOf(bytes).some((brand) => AVIF_BRANDS.has(brand))) return 'image/avif'
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
