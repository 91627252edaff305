import { expect, it, vi } from 'vitest'
import { type Decoded, fitted, isAnimated, reducePicture, UnreadablePicture } from './reduce-picture'
import { isReducible } from './picture-types'
import { differenceOf } from './decode-picture'

const aFile = (name: string, type: string, size = 8_000_000) => {
  const file = new File(['abc'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** A browser that decodes pictures of a size; better quality makes larger files that differ less. */
function decoder(given: Partial<Decoded> = {}) {
  const encode = vi.fn((_size: unknown, type: string, quality: number) => {
    const blob = new Blob(['x'.repeat(Math.round(quality * 100))], { type })
    return Promise.resolve<Blob | null>(blob)
  })
  const difference = vi.fn((blob: Blob) => Promise.resolve(blob.size > 80 ? 4 : 9))
  const close = vi.fn()
  const picture = { width: 4_000, height: 3_000, isOpaque: true, encode, difference, close, ...given }
  return { decode: () => Promise.resolve(picture), encode, close }
}

it('reduces a photo to the longest side that readers see, in the lowest quality that looks the same', async () => {
  const { decode, encode, close } = decoder()
  const sent = await reducePicture(aFile('IMG_1.PNG', 'image/png'), decode)
  expect([sent.name, sent.type, sent.size]).toEqual(['IMG_1.jpg', 'image/jpeg', 82])
  expect(encode.mock.calls.map(([size, , quality]) => [size, quality])).toEqual([
    [{ width: 2_560, height: 1_920 }, 0.72],
    [{ width: 2_560, height: 1_920 }, 0.82],
  ])
  expect(close).toHaveBeenCalled()
})

it('sends a picture as it is that is small enough, moves, or would hardly become smaller', async () => {
  const small = aFile('a.png', 'image/png', 500_000)
  expect(await reducePicture(small, decoder({ width: 2_560, height: 100 }).decode)).toBe(small)
  const flat = aFile('b.png', 'image/png', 90)
  expect(await reducePicture(flat, decoder().decode)).toBe(flat)
  const moving = new File([Uint8Array.from('\x89PNG....acTL', (one) => one.charCodeAt(0))], 'c.png', {
    type: 'image/png',
  })
  const { decode, encode } = decoder()
  expect(await reducePicture(moving, decode)).toBe(moving)
  expect(encode).not.toHaveBeenCalled()
})

it('keeps what can be seen through, also where the browser writes no WebP', async () => {
  const given = aFile('logo.png', 'image/png')
  const webp = await reducePicture(given, decoder({ isOpaque: false }).decode)
  expect(webp.type).toBe('image/webp')
  const safari = decoder({
    isOpaque: false,
    encode: () => Promise.resolve(new Blob(['x'], { type: 'image/png' })),
  })
  expect((await reducePicture(given, safari.decode)).type).toBe('image/png')
})

it('converts a HEIC where the browser reads it, however small, and says where it does not', async () => {
  const heic = aFile('IMG_2.HEIC', '', 1_000)
  expect(isReducible(heic)).toBe(true)
  const sent = await reducePicture(heic, decoder({ width: 100, height: 100 }).decode)
  expect([sent.name, sent.type]).toEqual(['IMG_2.jpg', 'image/jpeg'])
  const fails = () => Promise.reject(new Error('not decoded'))
  await expect(reducePicture(heic, fails)).rejects.toBeInstanceOf(UnreadablePicture)
  // The server returns the error of a broken one.
  const broken = aFile('a.jpg', 'image/jpeg')
  expect(await reducePicture(broken, fails)).toBe(broken)
})

it('knows which files it may reduce, and fits them without changing their shape', () => {
  expect(isReducible(aFile('a.gif', 'image/gif'))).toBe(false)
  expect(isReducible(aFile('a.pdf', 'application/pdf'))).toBe(false)
  expect(fitted({ width: 1_000, height: 10_000 })).toEqual({ width: 256, height: 2_560 })
  expect(fitted({ width: 300, height: 200 })).toEqual({ width: 300, height: 200 })
  expect(isAnimated(new Uint8Array([1, 2]))).toBe(false)
})

it('measures the worst parts of a picture, not their mean', () => {
  const grey = (value: (x: number) => number) => {
    const data = new Uint8ClampedArray(160 * 8 * 4)
    for (let i = 0; i < data.length; i += 1) data[i] = value(Math.floor(i / 4) % 160)
    return { data, width: 160, height: 8 } as ImageData
  }
  const plain = grey(() => 100)
  expect(differenceOf(plain, plain)).toBe(0)
  // One of twenty squares.
  expect(
    differenceOf(
      plain,
      grey((x) => (x < 8 ? 140 : 100)),
    ),
  ).toBeCloseTo(40)
})
