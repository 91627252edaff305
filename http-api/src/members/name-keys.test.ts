import { describe, expect, it } from 'vitest'
import { nameKeys, readsLikeStaff } from './name-keys'

const INVISIBLE = [
  ...['\u3164', '\uffa0', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u180b', '\u180f', '\u2800', '\ufffc'],
  ...['\u{16fe4}', '\u{13441}', '\u{13442}', '\u{1d159}', '\u0378', '\u{e0001}'],
]

/** Returns true if two names have a key in common. */
async function areAlike(one: string, other: string): Promise<boolean> {
  const keys = new Set(await nameKeys(one))
  return (await nameKeys(other)).some((key) => keys.has(key))
}

describe('names that look alike', () => {
  it.each([
    ['banzhu1', 'Banzhul'],
    ['laowang', 'lаоwаng'],
    ['admin', 'admiո'],
    ['ALICE', 'alice'],
    ['小李', '小 李'],
    ['小李', '小\u2060李'],
    ['小李', '小李\u0336'],
    ['老張', '老张'],
    ['ｘｉａｏｌｉ', 'xiaoli'],
    ['𝓁𝒶ℴ', 'lao'],
    ['Jose', 'José'],
    ['模型', 'rnodel'.replace('rnodel', '模型.')],
    ['model', 'rnodel'],
    ['小李', '小|李'],
    ['小李', '小丨李'],
    ['小丨李', '小!李'],
    ['小李', '小l李'],
    ['小李', '小І李'],
    ['小李', '小ー李'],
    ['小李', '小ㅣ李'],
    ['小李', '小李\u05b0'],
    ['xiaoli', 'xiao|li'],
    ['xiaoli', 'xǃiaoli'],
    ['😀', '😀\u3164'],
  ])('have a key in common: %j and %j', async (one, other) => {
    expect(await areAlike(one, other)).toBe(true)
  })

  it('have a key in common whatever invisible characters they contain', async () => {
    const written = INVISIBLE.flatMap((character) => [
      [character, '小李', `小${character}李`],
      [character, '小李', `小李${character}`],
      [character, 'banzhu1', `${character}banzhu1`],
    ])
    const passed: string[] = []
    for (const [character = '', name = '', imitation = ''] of written)
      if (!(await areAlike(name, imitation))) passed.push(`${name} ${encodeURI(character)}`)
    expect(passed).toEqual([])
  })

  it.each([
    ['小李', '小王'],
    ['laowang88', 'laowang89'],
    ['user5', 'users'],
    ['かな', 'がな'],
    ['😀', '😁'],
    ['晴天', '天晴'],
    ['小李', '小李1'],
    ['李桐', '李一桐'],
    ['ラーメン', 'ラメン'],
    ['!!', '??'],
    ['한이', '한'],
  ])('do not include %j and %j', async (one, other) => {
    expect(await areAlike(one, other)).toBe(false)
  })

  it.each([
    'admiո',
    '竝长',
    '站镸',
    '𝐀dmin',
    'аdmіn',
    '菅理員',
    'mоderаtоr',
    '管理员',
    '客 服',
    '版 主',
    '管|理|员',
    'a|d|m|i|ո',
    '管一理一员',
    '版\u{13441}主',
  ])('recognise staff in %j', async (name) => {
    expect(await readsLikeStaff(name)).toBe(true)
  })

  it.each(['小李', '站在海边', '长江', '出版主编', 'Brad Miner', '里约', '员外'])(
    'leave %j alone',
    async (name) => {
      expect(await readsLikeStaff(name)).toBe(false)
    },
  )
})
