import { accentPair } from '@forum/shared/accent'

/** Returns the page's tokens in the colours of an accent, each in the light and the dark theme. */
export function accentTokens(accent: string): [name: string, value: string][] {
  const { light, dark } = accentPair(accent)
  // The build compiles `light-dark()` to the same, so that engines without it follow the theme too.
  const both = (day: string, night: string) =>
    `var(--lightningcss-light, ${day}) var(--lightningcss-dark, ${night})`
  return [
    ['--seal', both(light.accent, dark.accent)],
    ['--seal-strong', both(light.strong, dark.strong)],
    ['--seal-wash', both(light.wash, dark.wash)],
    ['--on-seal', both(light.on, dark.on)],
  ]
}
