import { type Decoded } from './reduce-picture'

/** Longest side, in pixels, of the sample in which qualities are compared. */
const SAMPLE = 512
/** Side of the squares whose differences are compared, in pixels. */
const SQUARE = 8

function drawn(source: CanvasImageSource, width: number, height: number, at = { x: 0, y: 0 }) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(source, -at.x, -at.y)
  return { canvas, context }
}

const encoded = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality)
  })

/** Decodes a picture upright, in the browser. */
export async function decodePicture(file: File): Promise<Decoded> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = bitmap
  const scaled = new Map<string, Promise<ImageBitmap>>()
  const at = (size: { width: number; height: number }) => {
    const key = `${size.width} ${size.height}`
    const resized =
      scaled.get(key) ??
      createImageBitmap(bitmap, {
        resizeWidth: size.width,
        resizeHeight: size.height,
        resizeQuality: 'high',
      })
    scaled.set(key, resized)
    return resized
  }
  const sampleOf = (source: CanvasImageSource, size: { width: number; height: number }) => {
    const [w, h] = [Math.min(SAMPLE, size.width), Math.min(SAMPLE, size.height)]
    const middle = { x: Math.floor((size.width - w) / 2), y: Math.floor((size.height - h) / 2) }
    return drawn(source, w, h, middle).context.getImageData(0, 0, w, h)
  }
  const small = await at({ width: Math.min(64, width), height: Math.min(64, height) })
  const { data } = drawn(small, small.width, small.height).context.getImageData(
    0,
    0,
    small.width,
    small.height,
  )
  return {
    width,
    height,
    isOpaque: data.every((value, index) => index % 4 !== 3 || value === 255),
    encode: async (size, type, quality) =>
      encoded(drawn(await at(size), size.width, size.height).canvas, type, quality),
    difference: async (blob, size) => {
      const [before, after] = await Promise.all([at(size), createImageBitmap(blob)])
      try {
        return differenceOf(sampleOf(before, size), sampleOf(after, size))
      } finally {
        after.close()
      }
    },
    close: () => {
      bitmap.close()
      // A version that could not be made has nothing to close.
      for (const one of scaled.values()) one.then((made) => made.close()).catch(() => undefined)
    },
  }
}

/** Returns how much the worst twentieth of the squares of two pictures differ, in levels of brightness. */
export function differenceOf(one: ImageData, other: ImageData): number {
  const { width, height } = one
  const brightness = ({ data }: ImageData, at: number) =>
    ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
  const errors: number[] = []
  for (let top = 0; top + SQUARE <= height; top += SQUARE) {
    for (let left = 0; left + SQUARE <= width; left += SQUARE) {
      let sum = 0
      for (let y = top; y < top + SQUARE; y += 1) {
        for (let x = left; x < left + SQUARE; x += 1) {
          const at = (y * width + x) * 4
          sum += (brightness(one, at) - brightness(other, at)) ** 2
        }
      }
      errors.push(Math.sqrt(sum) / SQUARE)
    }
  }
  return errors.sort((a, b) => a - b)[Math.floor(errors.length * 0.95)] ?? 0
}
