import { PICTURE_SIDE } from '../../lib/limits'
import { isHeic } from './picture-types'

/** A decoded picture. */
export interface Decoded {
  width: number
  height: number
  isOpaque: boolean
  /** Encodes it at a size; null if the browser cannot write the format. */
  encode: (size: Size, type: string, quality: number) => Promise<Blob | null>
  /** Visible difference of an encoded picture from this one, from 0 to 255. */
  difference: (encoded: Blob, size: Size) => Promise<number>
  close: () => void
}

interface Size {
  width: number
  height: number
}

/** Thrown for a picture whose format neither this browser nor the server can read. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture'
}

/** Maximum size of a file that is sent unchanged, unless its picture is too wide or high. */
const SMALL_BYTES = 1_500_000
const QUALITIES = [0.72, 0.82, 0.9]
/** Difference below which a reduced picture looks like the original. */
const LOOKS_SAME = 5

/** Returns the size whose longer side is at most `PICTURE_SIDE`. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns whether the first bytes are those of an animated PNG or WebP, of which a browser would keep one frame. */
export function isAnimated(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(0, 4_096))
  if (text.startsWith('\x89PNG')) return text.includes('acTL')
  return text.startsWith('RIFF') && text.startsWith('ANIM', 30)
}

/**
 * Returns a picture for uploading: reduced to the size that readers see, or the same file if that would save little.
 * Its quality is the lowest at which it still looks the same.
 *
 * @throws UnreadablePicture for a HEIC that this browser cannot read
 */
export async function reducePicture(file: File, decode: (file: File) => Promise<Decoded>): Promise<File> {
  const mustConvert = isHeic(file)
  const head = new Uint8Array(await file.slice(0, 4_096).arrayBuffer())
  if (!mustConvert && isAnimated(head)) return file
  let picture: Decoded
  try {
    picture = await decode(file)
  } catch {
    // The server returns the error of any other file.
    if (mustConvert) throw new UnreadablePicture()
    return file
  }
  try {
    const size = fitted(picture)
    if (!mustConvert && size.width === picture.width && file.size <= SMALL_BYTES) return file
    const encoded = await encodedByLook(picture, size)
    if (!encoded || (!mustConvert && encoded.size > file.size * 0.9)) return file
    return new File([encoded], nameAs(file.name, encoded.type), { type: encoded.type })
  } finally {
    picture.close()
  }
}

async function encodedByLook(picture: Decoded, size: Size): Promise<Blob | null> {
  const type = picture.isOpaque ? 'image/jpeg' : 'image/webp'
  let encoded: Blob | null = null
  for (const quality of QUALITIES) {
    encoded = await picture.encode(size, type, quality)
    // Safari cannot write WebP: a PNG keeps transparency.
    if (encoded?.type !== type) return picture.encode(size, 'image/png', 1)
    if ((await picture.difference(encoded, size)) <= LOOKS_SAME) break
  }
  return encoded
}

const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' }

const nameAs = (name: string, type: string): string =>
  `${name.replace(/\.\w{1,5}$/, '')}.${ENDINGS[type] ?? 'jpg'}`
