/** The accent of a site in both themes, as values of the page's colour tokens. */
export interface AccentTheme {
  /** Links that act, the current place, badges. */
  accent: string
  /** The accent under a pointer. */
  strong: string
  /** A ground in a breath of the accent. */
  wash: string
  /** Text on the accent. */
  on: string
}

export interface AccentPair {
  light: AccentTheme
  dark: AccentTheme
  /** True if the accent in the light theme differs from the chosen colour, which had too little contrast. */
  isAdjusted: boolean
}

/** The accent of a site that has chosen none, with the shades that were drawn for it. */
export const DEFAULT_ACCENT = '#a82a1e'
const DEFAULT_PAIR: AccentPair = {
  light: { accent: DEFAULT_ACCENT, strong: '#8d2117', wash: '#faeeec', on: '#ffffff' },
  dark: { accent: '#f08a7b', strong: '#f5a294', wash: '#34211f', on: '#1d1210' },
  isAdjusted: false,
}

/** The least contrast of text by WCAG AA. */
export const TEXT_CONTRAST = 4.5
/** The grounds of the page's tokens `paper`, `surface` and `sunken`, on which the accent is a text. */
export const ACCENT_GROUNDS = {
  light: ['#fbfaf6', '#ffffff', '#f3f1ea'],
  dark: ['#16171a', '#1d1f23', '#0f1013'],
} as const

/** The page's texts of other tokens that stand on the wash: `ink`, `ink-soft`, `ink-faint`, `link`, `live`, `warn`, `danger`. */
export const WASHED_TEXTS = {
  light: ['#1d1b18', '#57534c', '#6d685f', '#1f4e86', '#1c6e4a', '#8a5a00', '#a3211c'],
  dark: ['#e9e6df', '#b3aea4', '#98938a', '#93bdf0', '#6cc79b', '#e0b25a', '#f2938c'],
} as const

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const INK: Rgb = [29, 18, 16]
/** The step by which the colour moves towards black or white. */
const STEP = 0.01
const STRONG_STEP = 0.16
const WASH = { light: 0.08, dark: 0.14 } as const

const rgbOf = (colour: string): Rgb => {
  const at = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (of: Rgb, to: Rgb, share: number): Rgb => {
  const part = (i: 0 | 1 | 2) => of[i] + (to[i] - of[i]) * share
  // Rounded at once, so that what is measured is what is shown.
  return rgbOf(hexOf([part(0), part(1), part(2)]))
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Returns the contrast of two colours `#rrggbb` by WCAG, from 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(rgbOf(one), rgbOf(other))

/** Returns a breath of an accent, as much of it as leaves every other text readable. */
function washOf(accent: Rgb, theme: 'light' | 'dark'): Rgb {
  const surface = rgbOf(ACCENT_GROUNDS[theme][1])
  for (let share: number = WASH[theme]; share > 0; share -= STEP) {
    const wash = mix(surface, accent, share)
    if (WASHED_TEXTS[theme].every((text) => contrastOf(rgbOf(text), wash) >= TEXT_CONTRAST)) return wash
  }
  return surface
}

/** Returns the shades of an accent, or null if one of them is hard to read. */
function shades(accent: Rgb, theme: 'light' | 'dark'): AccentTheme | null {
  const grounds = ACCENT_GROUNDS[theme].map(rgbOf)
  const away: Rgb = theme === 'light' ? [0, 0, 0] : WHITE
  const strong = mix(accent, away, STRONG_STEP)
  const wash = washOf(accent, theme)
  const on = theme === 'light' ? WHITE : INK
  const isReadable = [accent, strong].every((colour) =>
    [...grounds, wash, on].every((ground) => contrastOf(colour, ground) >= TEXT_CONTRAST),
  )
  if (!isReadable) return null
  return { accent: hexOf(accent), strong: hexOf(strong), wash: hexOf(wash), on: hexOf(on) }
}

/** Moves a colour away from the grounds of a theme until it can be read on them. */
function readable(colour: Rgb, theme: 'light' | 'dark'): AccentTheme {
  const away: Rgb = theme === 'light' ? [0, 0, 0] : WHITE
  for (let share = 0; share < 1; share += STEP) {
    const found = shades(mix(colour, away, share), theme)
    if (found) return found
  }
  return DEFAULT_PAIR[theme]
}

/**
 * Returns the colours of a site in both themes: the chosen one where it can be read, otherwise a darker or a lighter
 * one of the same hue. Each pair of text and ground has a contrast of at least `TEXT_CONTRAST`.
 *
 * @param accent `#rrggbb`
 */
export function accentPair(accent: string): AccentPair {
  const chosen = accent.toLowerCase()
  if (chosen === DEFAULT_ACCENT) return DEFAULT_PAIR
  const light = readable(rgbOf(chosen), 'light')
  return { light, dark: readable(rgbOf(chosen), 'dark'), isAdjusted: light.accent !== chosen }
}
