import { ForumError, refusedField } from '@forum/shared/errors'
import { THUMBNAIL_WIDTHS } from '@forum/shared/limits'
import { IMAGE_FRAMES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../platform/limits'
import type Library from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { WorkQueue } from '../platform/work/work-queue'
import { FILE_TYPES, sniffType, type FileType } from './sniff'

/**
 * The image library, limited to the allowed decoders. It is loaded with the first picture, since most processes never
 * see one.
 */
let loaded: Promise<typeof Library> | null = null

export function library(): Promise<typeof Library> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Only these decoders may run, whatever a file claims to be: no SVG, PDF, TIFF or the like.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadHeifBuffer',
      ],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

export interface EncodedImage {
  bytes: Buffer
  type: FileType
  width: number
  height: number
}

export type ThumbnailSize = keyof typeof THUMBNAIL_WIDTHS
export const THUMBNAIL_SIZES = Object.keys(THUMBNAIL_WIDTHS) as ThumbnailSize[]

/** A picture as stored: upright, without metadata, and with the thumbnails that are smaller than the picture. */
export interface CleanImage extends EncodedImage {
  thumbnails: { size: ThumbnailSize; bytes: Buffer }[]
}

const JPEG = { quality: 86, mozjpeg: false } as const
const THUMBNAIL = { quality: 78, effort: 2 } as const
/** The longest side that WebP can hold. */
const WEBP_SIDE_MAX = 16_383
const DECODE_SECONDS = 20

/** Decoding takes memory and a core per picture, so a flood of pictures has to queue. */
const queue = new WorkQueue({ atOnce: 2, maxWaiting: 20, maxWaitMs: 8_000 })

const refusal = (code: 'image' | 'dimensions', cause?: unknown) => refusedField('file', code, cause)

interface Decoded {
  open: (more?: SharpOptions) => Sharp
  type: FileType
  isAnimated: boolean
}

/** Reads the header of a picture and refuses one that would cost too much to decode. */
async function inspect(bytes: Uint8Array, type: FileType): Promise<Decoded> {
  const sharp = await library()
  const open = (more: SharpOptions = {}) =>
    sharp(bytes, { failOn: 'error', limitInputPixels: IMAGE_PIXELS_MAX, ...more }).timeout({
      seconds: DECODE_SECONDS,
    })
  const { width, height, pages = 1 } = await open({ animated: true, limitInputPixels: false }).metadata()
  const frames = Math.max(1, pages)
  // The height of an animation is that of all its frames stacked.
  const isTooLarge = width > IMAGE_SIDE_MAX || height / frames > IMAGE_SIDE_MAX || frames > IMAGE_FRAMES_MAX
  if (isTooLarge || width * height > IMAGE_PIXELS_MAX) throw refusal('dimensions')
  return { open, type, isAnimated: frames > 1 && (type === 'image/gif' || type === 'image/webp') }
}

/** Decodes a presumed picture; whatever the library refuses counts as a broken picture. */
async function decoding<T>(bytes: Uint8Array, encode: (decoded: Decoded) => Promise<T>): Promise<T> {
  const type = sniffType(bytes)
  if (type === null || !FILE_TYPES[type].isImage) throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
  return queue.run(async () => {
    try {
      return await encode(await inspect(bytes, type))
    } catch (error) {
      if (error instanceof ForumError) throw error
      throw refusal('image', error)
    }
  })
}

async function finished(image: Sharp, type: FileType): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { bytes: data, type, width: info.width, height: info.pageHeight ?? info.height }
}

function encodeLike(image: Sharp, type: FileType): Promise<EncodedImage> {
  switch (type) {
    case 'image/jpeg':
      return finished(image.jpeg(JPEG), type)
    case 'image/png':
      return finished(image.png({ compressionLevel: 7 }), type)
    case 'image/gif':
      return finished(image.gif({ effort: 3 }), type)
    default:
      return finished(image.webp({ quality: 86, effort: 2 }), 'image/webp')
  }
}

/** Decodes a picture and encodes it again, with smaller versions, so that nothing but its pixels survives. */
export const cleanImage = (bytes: Uint8Array): Promise<CleanImage> =>
  decoding(bytes, async ({ open, type, isAnimated }) => {
    if (isAnimated) return { ...(await encodeLike(open({ animated: true }), type)), thumbnails: [] }
    const image = await encodeLike(open().autoOrient(), type)
    const sharp = await library()
    const thumbnails: CleanImage['thumbnails'] = []
    for (const size of THUMBNAIL_SIZES) {
      const width = THUMBNAIL_WIDTHS[size]
      if (image.width <= width) continue
      const smaller = sharp(image.bytes).resize({ width, height: WEBP_SIDE_MAX, fit: 'inside' })
      thumbnails.push({ size, bytes: await smaller.webp(THUMBNAIL).toBuffer() })
    }
    return { ...image, thumbnails }
  })

/** Returns a square cut from the centre of a picture, as WebP. For an animation, it shows the first frame. */
export const squareImage = (bytes: Uint8Array, side: number): Promise<EncodedImage> =>
  decoding(bytes, ({ open }) =>
    finished(open().autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 82 }), 'image/webp'),
  )

/** Returns a picture without metadata as PNG, at most `side` wide and high. For an animation, it shows the first frame. */
export const boundedImage = (bytes: Uint8Array, side: number): Promise<EncodedImage> =>
  decoding(bytes, ({ open }) =>
    finished(
      open()
        .autoOrient()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 }),
      'image/png',
    ),
  )
