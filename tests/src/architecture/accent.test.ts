import { readFileSync } from 'node:fs'
import { ACCENT_GROUNDS, accentPair, DEFAULT_ACCENT, WASHED_TEXTS } from '@forum/shared/accent'
import { expect, it } from 'vitest'

it('takes the grounds and the default of the accent from the tokens of the page', () => {
  const tokens = readFileSync(new URL('../../../web/src/ui/tokens.css', import.meta.url), 'utf8')
  const token = (name: string) => {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
    return { light, dark }
  }
  const names = ['paper', 'surface', 'sunken'] as const
  const texts = ['ink', 'ink-soft', 'ink-faint', 'link', 'live', 'warn', 'danger']
  for (const theme of ['light', 'dark'] as const) {
    expect(WASHED_TEXTS[theme]).toEqual(texts.map((name) => token(name)[theme]))
    expect(ACCENT_GROUNDS[theme]).toEqual(names.map((name) => token(name)[theme]))
    const { accent, strong, wash, on } = accentPair(DEFAULT_ACCENT)[theme]
    expect([accent, strong, wash, on]).toEqual(
      ['seal', 'seal-strong', 'seal-wash', 'on-seal'].map((name) => token(name)[theme]),
    )
  }
})
