import { THUMBNAIL_WIDTHS } from '@forum/shared/limits'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cleanImage } from './images'
import { losesMotion, sniffType } from './sniff'

/** Returns a chunk of a PNG, with a checksum that nobody looks at. */
const chunk = (name: string, content: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([size, Buffer.from(name), content, Buffer.alloc(4)])
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5442b' } })

describe('an uploaded picture', () => {
  it('turns a picture upright and removes its location', async () => {
    const photo = await canvas(60, 40)
      .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '40/1 42/1 46/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes, type, width, height } = await cleanImage(photo)
    expect({ type, width, height }).toEqual({ type: 'image/jpeg', width: 40, height: 60 })
    const { exif, orientation, icc } = await sharp(bytes).metadata()
    expect({ exif, orientation, icc }).toEqual({ exif: undefined, orientation: undefined, icc: undefined })
  })

  it('keeps the format of a picture, with smaller versions of a large one', async () => {
    const { type, thumbnails } = await cleanImage(await canvas(1_500, 700).png().toBuffer())
    expect(type).toBe('image/png')
    const widths = await Promise.all(
      thumbnails.map(async ({ size, bytes }) => [size, (await sharp(bytes).metadata()).width]),
    )
    expect(Object.fromEntries(widths)).toEqual(THUMBNAIL_WIDTHS)
    expect((await cleanImage(await canvas(24, 24).webp().toBuffer())).thumbnails).toEqual([])
  })

  it('keeps an animation animated', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    for (const format of ['gif', 'webp'] as const) {
      const animation = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { delay: [100, 100, 100] })
        .toBuffer()
      const { bytes, width, height } = await cleanImage(animation)
      expect({ width, height }).toEqual({ width: 20, height: 10 })
      expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
    }
  })

  it('converts AVIF to WebP, whichever of its brands comes first', async () => {
    const avif = await canvas(16, 16).avif({ effort: 0 }).toBuffer()
    expect((await cleanImage(avif)).type).toBe('image/webp')
    const others = Buffer.from(avif)
    others.write('mif1', 8, 'latin1')
    others.write('avif', 16, 'latin1')
    expect((await cleanImage(others)).type).toBe('image/webp')
  })

  it('knows which formats lose their motion', async () => {
    const png = await canvas(4, 4).png().toBuffer()
    expect(losesMotion(png, 'image/png')).toBe(false)
    // An animation names itself between the header, which takes 33 bytes, and the pixels.
    const animation = Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)])
    expect(losesMotion(animation, 'image/png')).toBe(true)
    expect(losesMotion(Buffer.concat([png, chunk('acTL', Buffer.alloc(8))]), 'image/png')).toBe(false)
    const sequence = Buffer.from('\0\0\0\x14ftypmif1\0\0\0\0avis', 'latin1')
    expect([sniffType(sequence), losesMotion(sequence, 'image/avif')]).toEqual(['image/avif', true])
    expect(sniffType(Buffer.from('\0\0\0\x14ftypmif1\0\0\0\0heic', 'latin1'))).toBeNull()
  })
})
