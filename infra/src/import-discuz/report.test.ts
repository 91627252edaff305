import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LOSSES } from './report'

it('has every loss of an import in docs/operating.md', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8').replace(
    /\s+/g,
    ' ',
  )
  expect(Object.values(LOSSES).filter((loss) => !page.includes(`- ${loss}`))).toEqual([])
})
