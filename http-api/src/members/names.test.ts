import { describe, expect, it } from 'vitest'
import { matchedNames, namePartsOf, searchedName } from './names'

const finds = async (name: string, text: string) =>
  (await namePartsOf(name)).some((part) => part.startsWith(searchedName(text)))

describe('parts of display names', () => {
  it.each([
    ['老王', '王'],
    ['北极熊 Polar', 'POLAR'],
    ['ＡＢＣ移民顾问', 'abc移'],
    ['Anna-Lena', 'lena'],
    ['𠮷野家', '𠮷'],
    ['很'.repeat(100), '很'.repeat(100)],
    ['收信老王', 'shouxin'],
    ['收信老王', 'laow'],
    ['收信老王', 'LW'],
    ['重庆吕布', 'chongqinglv'],
    ['Amy阿美', 'amei'],
    ['臺灣老張', '台湾老张'],
    ['台湾老张', '臺灣'],
    ['緑卡小助手', '绿卡'],
    ['臺灣老張', 'laozhang'],
    ['José', 'jose'],
  ])('finds in the name %s the parts %s', async (name, text) => {
    expect(await finds(name, text)).toBe(true)
  })

  it('indexes no text outside the name, and no suffix twice', async () => {
    expect(await finds('老王', '李')).toBe(false)
    expect(await finds('王老', '老王')).toBe(false)
    expect(await finds('老王', 'aowang')).toBe(false)
    expect(await finds('Anna王', 'nnawang')).toBe(false)
    expect(await namePartsOf('哈哈')).toEqual(['哈哈', '哈', 'haha', 'hh', 'ha', 'h'])
    expect(await namePartsOf('')).toEqual([])
  })
})

it.each([
  ['臺灣老張', '老张', ['老張']],
  ['ＡＢＣ顾问', 'bc', ['ＢＣ']],
  ['ﬁnance', 'fin', ['ﬁn']],
  ['重慶呂布', 'lvb', ['呂布']],
])('shows which part of the name %s was found by %s', async (displayName, text, parts) => {
  expect(await matchedNames({ username: 'nobody', displayName }, text)).toEqual(parts)
})
