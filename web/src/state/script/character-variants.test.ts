import { canonicalCharacter } from '@forum/shared/text'
import { expect, it } from 'vitest'

/** Entries of the dictionaries: a character, and those it is written as elsewhere. */
async function entries(load: Promise<{ default: string }>): Promise<string[][]> {
  return (await load).default.split('|').map((entry) => entry.split(' '))
}

const isCharacter = (text: string | undefined): text is string =>
  text !== undefined && Array.from(text).length === 1

/** Pronouns that Taiwan tells apart and the dictionaries keep. */
const PRONOUNS = [
  ['妳', '你'],
  ['牠', '它'],
  ['祂', '他'],
] as const

const HEAD = `/**
 * Chinese characters and their variants: each group begins with the character that stands for the others in a search.
 * Generated from the dictionaries of opencc-js by web/src/state/script/character-variants.test.ts, which fails when
 * the two differ; \`npx vitest run --project web character-variants -u\` writes it.
 */
`

it('folds exactly the variants that the dictionaries of opencc-js list', async () => {
  const simpler = new Map<string, string>()
  const canonical = (character: string): string => {
    const next = simpler.get(character)
    return next === undefined ? character : canonical(next)
  }
  for (const [traditional, simplified] of await entries(import('opencc-js/dict/TSCharacters'))) {
    if (!isCharacter(traditional) || !isCharacter(simplified)) continue
    if (canonical(simplified) !== traditional) simpler.set(traditional, simplified)
  }
  const regional = [
    import('opencc-js/dict/TWVariants'),
    import('opencc-js/dict/HKVariants'),
    import('opencc-js/dict/JPShinjitaiCharacters'),
  ]
  for (const dictionary of regional) {
    for (const [standard, ...variants] of await entries(dictionary)) {
      for (const variant of variants) {
        if (!isCharacter(standard) || !isCharacter(variant) || simpler.has(variant)) continue
        if (canonical(standard) !== canonical(variant)) simpler.set(variant, canonical(standard))
      }
    }
  }
  for (const [variant, common] of PRONOUNS) simpler.set(variant, common)

  const groups = new Map<string, string>()
  for (const variant of [...simpler.keys()].sort()) {
    groups.set(canonical(variant), (groups.get(canonical(variant)) ?? '') + variant)
  }
  const lines: string[] = []
  for (const [common, variants] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const group = common + variants
    const last = lines.at(-1)
    if (last === undefined || last.length + group.length > 54) lines.push(group)
    else lines[lines.length - 1] = `${last} ${group}`
  }
  expect(groups.size).toBeGreaterThan(3_000)
  await expect(`${HEAD}export const VARIANTS = \`\n${lines.join('\n')}\n\`\n`).toMatchFileSnapshot(
    '../../../../shared/src/text/character-variants.ts',
  )
  for (const [variant, common] of simpler) expect(canonicalCharacter(variant)).toBe(canonical(common))
})
