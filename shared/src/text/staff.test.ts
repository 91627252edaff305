import { describe, expect, it } from 'vitest'
import { isReservedUsername, looksLikeStaff, RESERVED_USERNAMES } from './staff'

describe('a display name that reads like staff', () => {
  it.each([
    ['the words themselves', ['管理员', '站长', '版主', '客服', 'admin', 'Moderator', '系统消息']],
    ['within more', ['本站管理员', '客服小美', 'TheAdmin', '超级版主007', '海外论坛客服中心']],
    ['in traditional characters', ['管理員', '站長']],
    ['in full width', ['ＡＤＭＩＮ', 'ｍｏｄｅｒａｔｏｒ']],
    ['written apart', ['管 理 员', '管.理-员', 'a.d.m.i.n', 'A d m i n', 'ad min', '版★主', '管\u200b理员']],
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
