import type { Sharp } from 'sharp'
import { library } from './images'

/** The parts of the site's identity from which its icons are drawn. */
export interface IconSource {
  /** One character. */
  seal: string
  /** The ground of the seal, `#rrggbb`. */
  accent: string
  /** The bytes of the logo, a PNG; null to draw the seal. */
  logo: Uint8Array | null
}

/** An icon's size, the part of it that the drawing takes, and whether it fills its corners. */
interface IconShape {
  side: number
  drawing: number
  isFull: boolean
}

/**
 * The icons of the installed page, by file name. A maskable one is cut to a circle or a rounded square, so its drawing
 * stays in the middle; Apple rounds the corners itself.
 */
export const ICONS = {
  'icon-192.png': { side: 192, drawing: 0.64, isFull: false },
  'icon-512.png': { side: 512, drawing: 0.64, isFull: false },
  'maskable-512.png': { side: 512, drawing: 0.46, isFull: true },
  'apple-touch-icon.png': { side: 180, drawing: 0.58, isFull: true },
} as const satisfies Record<string, IconShape>
export type IconName = keyof typeof ICONS

/** The size of a logo in relation to a seal: a logo has margins of its own. */
const LOGO_SHARE = 1.36
const CORNER = 5 / 32
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 }
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 }
const FONT = 'Songti SC, Source Han Serif SC, Noto Serif CJK SC, serif bold 200'
/** Code points that no font has, by the number of digits in the box that stands for them. */
const WITHOUT_GLYPH = { 4: '\u{378}', 5: '\u{3FFFD}', 6: '\u{10FFFD}' } as const

const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Draws a text in white. */
async function drawText(text: string) {
  const sharp = await library()
  const markup = `<span foreground="#ffffff">${escapeMarkup(text)}</span>`
  return sharp({ text: { text: markup, font: FONT, dpi: 72, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** Draws a seal; null if the fonts of this machine lack its character, which then looks like a box with its number. */
async function drawSeal(seal: string): Promise<Buffer | null> {
  const { data, info } = await drawText(seal)
  const [point = '', ...more] = seal
  if (more.length > 0) return data
  const digits = Math.max(4, (point.codePointAt(0) ?? 0).toString(16).length)
  const box = await drawText(WITHOUT_GLYPH[digits as 4 | 5 | 6])
  return box.info.width === info.width && box.info.height === info.height ? null : data
}

/** Returns the pixels of a square in one colour, with round corners unless it is full. */
function squareOf(colour: string, { side, isFull }: IconShape): Buffer {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const pixels = Buffer.alloc(side * side * 4)
  const radius = isFull ? 0 : side * CORNER
  // Returns the distance of a coordinate beyond the centre of the nearest corner; 0 between the centres.
  const beyond = (at: number) => Math.max(0, radius - at - 0.5, at + 0.5 - (side - radius))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const distance = Math.hypot(beyond(x), beyond(y))
      const alpha = Math.round(255 * Math.min(1, Math.max(0, radius - distance + 0.5)))
      pixels.set([...parts, radius === 0 ? 255 : alpha], (y * side + x) * 4)
    }
  }
  return pixels
}

/** A ring in white, for a seal that cannot be drawn. */
function ringOf(side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 4)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const distance = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2)
      const ink = Math.min(1, Math.max(0, side * 0.07 - Math.abs(distance - side * 0.4) + 0.5))
      pixels.set([255, 255, 255, Math.round(255 * ink)], (y * side + x) * 4)
    }
  }
  return pixels
}

/** Returns one of the icons as PNG. */
export async function drawIcon(name: IconName, { seal, accent, logo }: IconSource): Promise<Buffer> {
  const sharp = await library()
  const shape = ICONS[name]
  const { side, isFull } = shape
  const raw = (pixels: Buffer, of: number): Sharp =>
    sharp(pixels, { raw: { width: of, height: of, channels: 4 } })
  const inner = Math.round(side * Math.min(1, shape.drawing * (logo ? LOGO_SHARE : 1)))
  const fitted = (picture: Sharp) =>
    picture.resize(inner, inner, { fit: 'contain', background: CLEAR }).png().toBuffer()
  if (logo) {
    const ground = sharp({
      create: { width: side, height: side, channels: 4, background: isFull ? WHITE : CLEAR },
    })
    return ground
      .composite([{ input: await fitted(sharp(logo)) }])
      .png()
      .toBuffer()
  }
  const drawn = await drawSeal(seal)
  const input = await fitted(drawn ? sharp(drawn) : raw(ringOf(256), 256))
  return raw(squareOf(accent, shape), side).composite([{ input }]).png().toBuffer()
}

const BADGE = '<circle cx="25" cy="25" r="7" fill="#2f7bd9" stroke="#fff" stroke-width="2"/>'
const FAVICON_SIDE = 64

/** Returns the icon of the browser's tab as SVG, with a dot if there is something unread. */
export async function drawFavicon(
  { seal, accent, logo }: IconSource,
  { isUnread }: { isUnread: boolean },
): Promise<string> {
  const sharp = await library()
  const picture = async (bytes: Uint8Array) => {
    const small = sharp(bytes).resize(FAVICON_SIDE, FAVICON_SIDE, { fit: 'contain', background: CLEAR })
    const data = (await small.png().toBuffer()).toString('base64')
    return `<image width="32" height="32" href="data:image/png;base64,${data}"/>`
  }
  // The reader's own fonts draw the seal.
  const text = `<rect width="32" height="32" rx="5" fill="${accent}"/><text x="16" y="24" text-anchor="middle" font-family="Songti SC, Source Han Serif SC, Noto Serif CJK SC, serif" font-weight="700" font-size="22" fill="#fff">${escapeMarkup(seal)}</text>`
  const drawing = logo ? await picture(logo) : text
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}${isUnread ? BADGE : ''}</svg>\n`
}
