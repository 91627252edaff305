import { expect, it } from 'vitest'

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })

it('gives chips one rule, in the stylesheet of their own', () => {
  const defining = Object.entries(sheets)
    .filter(([, css]) => /(^|[},;/])\s*\.chip(-on)?\s*[,{]/m.test(css))
    .map(([path]) => path)
  expect(defining).toEqual(['./chip.css'])
})
