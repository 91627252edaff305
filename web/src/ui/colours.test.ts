import { describe, expect, it } from 'vitest'
import { AVATAR_COLOURS, avatarColour } from './avatar-colours'
import tokensCss from './tokens.css?raw'

/** The contrast that WCAG 2 requires between a text and its background. */
const ENOUGH = 4.5

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Every colour token with its light and its dark value. */
const tokens = Object.fromEntries(
  [...tokensCss.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)
const value = (name: string, theme: 'light' | 'dark') => {
  const token = tokens[name]
  if (!token) throw new Error(`no token ${name}`)
  return token[theme]
}

const ON_PAPER = ['ink', 'ink-soft', 'ink-faint', 'seal', 'link', 'live', 'warn', 'danger', 'success']
const PAIRS = [
  ...ON_PAPER.flatMap((text) => ['paper', 'surface', 'sunken'].map((under) => [text, under])),
  ['on-seal', 'seal'],
  ['on-seal', 'seal-strong'],
  ['seal', 'seal-wash'],
  ['live', 'live-wash'],
  ['warn', 'warn-wash'],
  ['danger', 'danger-wash'],
  ['paper', 'ink'],
] as [string, string][]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('has readable contrast between every text and its background', () => {
    const faint = PAIRS.filter(([text, under]) => contrast(value(text, theme), value(under, theme)) < ENOUGH)
    expect(faint).toEqual([])
  })

  it('has visible contrast at the edge of a field', () => {
    expect(contrast(value('control-line', theme), value('surface', theme))).toBeGreaterThanOrEqual(3)
  })
})

describe('the colour of an avatar', () => {
  it('has readable contrast with a white letter', () => {
    expect(AVATAR_COLOURS.filter((colour) => contrast(colour, '#ffffff') < ENOUGH)).toEqual([])
  })

  it('is constant for a member, and every colour is used', () => {
    expect(avatarColour(4)).toBe(avatarColour(4))
    const used = new Set(Array.from({ length: 200 }, (_, index) => avatarColour(index + 1)))
    expect(used.size).toBe(AVATAR_COLOURS.length)
  })
})
