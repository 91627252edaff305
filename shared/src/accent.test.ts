import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACCENT_GROUNDS, accentPair, contrast, TEXT_CONTRAST, WASHED_TEXTS } from './accent'

const colour = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const THEMES = ['light', 'dark'] as const

it('makes an accent of any colour readable on every ground of both themes', () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      const pair = accentPair(chosen)
      for (const theme of THEMES) {
        const { accent, strong, wash, on } = pair[theme]
        for (const text of [accent, strong])
          for (const ground of [...ACCENT_GROUNDS[theme], wash, on])
            expect(contrast(text, ground), `${chosen}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
              TEXT_CONTRAST,
            )
        for (const text of WASHED_TEXTS[theme])
          expect(contrast(text, wash), `${chosen}: ${text} on ${wash}`).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      }
    }),
    { numRuns: 200, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#777777']] },
  )
})

it('keeps a colour that can be read, and says so of one that it changes', () => {
  expect(accentPair('#1F6F43')).toMatchObject({ light: { accent: '#1f6f43' }, isAdjusted: false })
  const pale = accentPair('#ffd54a')
  expect(pale.isAdjusted).toBe(true)
  expect(pale.light.accent).not.toBe('#ffd54a')
})

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
