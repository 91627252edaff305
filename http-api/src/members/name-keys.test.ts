import { describe, expect, it } from 'vitest'
import { nameKey, readsLikeStaff } from './name-keys'

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
  ])('have one key: %j and %j', async (one, other) => {
    expect(await nameKey(one)).toBe(await nameKey(other))
  })

  it.each([
    ['小李', '小王'],
    ['laowang88', 'laowang89'],
    ['user5', 'users'],
    ['かな', 'がな'],
    ['😀', '😁'],
    ['晴天', '天晴'],
  ])('do not include %j and %j', async (one, other) => {
    expect(await nameKey(one)).not.toBe(await nameKey(other))
  })

  it.each(['admiո', '竝长', '站镸', '𝐀dmin', 'аdmіn', '菅理員', 'mоderаtоr', '管理员', '客 服', '版 主'])(
    'recognise staff in %j',
    async (name) => {
      expect(await readsLikeStaff(name)).toBe(true)
    },
  )

  it.each(['小李', '站在海边', '长江', '出版主编', 'Brad Miner', '里约', '员外'])(
    'leave %j alone',
    async (name) => {
      expect(await readsLikeStaff(name)).toBe(false)
    },
  )
})
