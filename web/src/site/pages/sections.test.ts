import { expect, it } from 'vitest'
import { sectionsOf } from './sections'

it('divides the text of a page at lines that are bold as a whole', () => {
  expect(sectionsOf('开头\n\n[b]一[/b]\n\n甲[b]乙[/b]\n[b]丙[/b]丁\n[b]二[/b]')).toEqual([
    { heading: null, content: '开头' },
    { heading: '一', content: '甲[b]乙[/b]\n[b]丙[/b]丁' },
    { heading: '二', content: '' },
  ])
})
