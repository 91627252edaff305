import { TITLE_MAX } from '@forum/shared/limits'
import { expect, it } from 'vitest'
import { defineTexts } from './define-texts'

const sampleText = defineTexts('sample', {
  greeting: ['你好，{{name}}', 'Hello {{name}}'],
  replies: ['{{count}} 条回复', '{{count}} replies'],
  tooLong: ['标题不能超过 {{titleMax}} 字', 'Titles have at most {{titleMax}} characters'],
  group: {
    title: ['帮助', 'Help'],
    text: ['共 {{count}} 页，标题最多 {{titleMax}} 字', '{{count}} pages, titles of {{titleMax}} characters'],
  },
})

it('returns the text of a nested key', () => {
  expect(sampleText('group.title')).toBe('帮助')
})

it.each(['小明', '<b>小明</b>', '$t(group.title)', '{{name}}', '{{titleMax}}', '$&', '', '0'])(
  'fills in %j as it is',
  (name) => {
    expect(sampleText('greeting', { name })).toBe(`你好，${name}`)
  },
)

it('isolates a name from right to left, so that the text around it keeps its order', () => {
  expect(sampleText('greeting', { name: 'שלום 88' })).toBe('你好，\u2068שלום 88\u2069')
})

it.each([0, 1, 2, '1.2 万'])('fills in the count %j', (count) => {
  expect(sampleText('replies', { count })).toBe(`${count} 条回复`)
})

it('fills in a limit that its caller does not pass', () => {
  expect(sampleText('tooLong')).toBe(`标题不能超过 ${TITLE_MAX} 字`)
})

it('returns all texts of a group with their placeholders filled in', () => {
  expect(sampleText.below('group', { count: 3 })).toEqual({
    title: '帮助',
    text: `共 3 页，标题最多 ${TITLE_MAX} 字`,
  })
})
