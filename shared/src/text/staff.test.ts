import { describe, expect, it } from 'vitest'
import { isReservedUsername, looksLikeStaff, RESERVED_USERNAMES } from './staff'

describe('a display name that reads like staff', () => {
  it.each([
    ['the words themselves', ['管理员', '站长', '版主', '客服', 'admin', 'Moderator', '系统消息']],
    ['within more', ['本站管理员', '客服小美', 'TheAdmin', '超级版主007', '海外论坛客服中心']],
    ['in traditional characters', ['管理員', '站長']],
    ['in full width', ['ＡＤＭＩＮ', 'ｍｏｄｅｒａｔｏｒ']],
    ['written apart', ['管 理 员', '管.理-员', 'a.d.m.i.n', 'A d m i n', 'ad min', '版★主', '管\u200b理员']],
    [
      'parted by signs that look like letters',
      [
        ...['管|理|员', '站|长', '客|服', '版!主', 'a|d|m|i|n', '版|主|甲', '站｜长', '官!方', '|官方!'],
        ...['管@理$员', '站+长', 'a|d|m|!|n', 'a丨d丨m丨i丨n', 'x|a|d|m|i|n'],
      ],
    ],
    [
      'parted by letters or digits',
      ['管1理1员', '版l主', '站丨长', '客〡服', '管x理x员', '官I方', '站ー长', '版ㅣ主'],
    ],
    [
      'with invisible letters',
      ['版\u{13441}主甲', 'ad\u{13441}min', 'xad\u0378min', '客\u3164服', 'a\uffa0dmin', '站\u{16fe4}长'],
    ],
    ['with digits', ['adm1n', '4dmin', 'm0derat0r', 'admin2']],
    ['in Cyrillic or Greek', ['аdmin', 'аԁміn', 'ΑDΜΙΝ', 'mоdеrаtоr']],
    ['drawn alike', ['adrnin', 'admln', 'ádmín', 'ᴀᴅᴍɪɴ', '🇦🇩🇲🇮🇳', '𝐚𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ', '菅理员']],
  ])('recognises a display name that reads like staff: %s', (_how, names) => {
    expect(names.filter((name) => !looksLikeStaff(name))).toEqual([])
  })
  it('accepts ordinary display names', () => {
    const names = [
      '小李',
      '老王88',
      '海鸥2020',
      '羽毛球 badminton',
      '出版主编',
      'Brad Miner',
      'Vlad Minsk',
      'modern',
      '斑竹林',
      '官方2020',
      'Br@d|Miner',
      'b@dminton',
      '出版|主编',
    ]
    expect(names.filter(looksLikeStaff)).toEqual([])
  })
  it('finds a staff word behind an ordinary word that contains it', () => {
    expect(looksLikeStaff('badminton admin')).toBe(true)
    expect(looksLikeStaff('出版版主')).toBe(true)
  })
})

describe('a reserved username', () => {
  it('reserves listed usernames in any case, and names that look like them', () => {
    for (const name of [...RESERVED_USERNAMES, 'Admin', 'r00t', 'adm1n', 'myadmin', 'ADMIN007', 'KeFu']) {
      expect([name, isReservedUsername(name)]).toEqual([name, true])
    }
  })
  it('does not reserve ordinary usernames', () => {
    const names = [
      'laowang88',
      'xiaoli',
      'haiou2020',
      'beiji77',
      'nanfang',
      'doubao9',
      'badminton1',
      'allen',
      'modest',
    ]
    expect(names.filter(isReservedUsername)).toEqual([])
  })
})
