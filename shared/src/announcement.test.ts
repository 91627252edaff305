import { expect, it } from 'vitest'
import { piecesOf } from './announcement'

it('splits an announcement at links of the site and of others', () => {
  expect(piecesOf('请到[url=/boards/3]【意见反馈】[/url]版；[url=https://example.com/a]说明[/url]')).toEqual([
    { text: '请到', to: null },
    { text: '【意见反馈】', to: '/boards/3' },
    { text: '版；', to: null },
    { text: '说明', to: 'https://example.com/a' },
  ])
})

it.each(['[url=javascript:alert(1)]点我[/url]', '[url=//evil.example]点我[/url]', '[url=/a]未关闭'])(
  'leaves %s as typed',
  (text) => {
    expect(piecesOf(text)).toEqual([{ text, to: null }])
  },
)
