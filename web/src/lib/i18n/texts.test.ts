import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './en'
import { firstLoad } from './first-load'
import { zh } from './zh'

type Table = { readonly [key: string]: string | Table }

function entries(table: Table, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : entries(value, `${path}${key}.`),
  )
}

const chinese = entries(zh)
const english = new Map(entries(en))

/** Latin words that occur in Chinese sentences: names, keys, formats, and what one types. */
const LATIN_WORDS = new Set(
  'Ctrl Enter YouTube Vimeo gif JPG PNG GIF KB MB Cookie IP JavaScript Offer'.toLowerCase().split(' '),
)

/** Returns the keys of the texts that match. */
const wrong = (isWrong: (text: string, key: string) => boolean) =>
  chinese.filter(([key, text]) => isWrong(text, key)).map(([key]) => key)

describe('the Chinese table', () => {
  it('has a text for every key', () => {
    expect(chinese.length).toBeGreaterThan(300)
    expect(wrong((text) => text.trim() === '')).toEqual([])
  })

  it('contains no English words', () => {
    const isEnglish = (text: string) => {
      const bare = text.replace(/\{\{\w+\}\}|<\/?\w+>|\[\/?(gif|url)(=[^\]]*)?\]/g, ' ')
      const words = bare.match(/[A-Za-z]{2,}/g) ?? []
      return words.some((word) => !LATIN_WORDS.has(word.toLowerCase()))
    }
    expect(wrong(isEnglish)).toEqual([])
  })

  it('uses Chinese punctuation', () => {
    expect(wrong((text) => /[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?!\w)/.test(text))).toEqual([])
  })
})

describe('the English table', () => {
  it('has a text for every key and no other keys', () => {
    expect(wrong((_text, key) => (english.get(key) ?? '').trim() === '')).toEqual([])
    expect(english.size).toBe(chinese.length)
  })

  it('has the same placeholders as the Chinese table', () => {
    const blanks = (of: string) => [...of.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([blank]) => blank).sort()
    const differ = (text: string, key: string) =>
      blanks(text).join() !== blanks(english.get(key) ?? '').join()
    expect(wrong(differ)).toEqual([])
  })
})

/** Texts that members and other programs rely on, word for word. */
it.each([
  [zh.home.loginFailed, '登录失败：用户名或密码错误'],
  [zh.board.error.title, '加载看板时出错'],
  [zh.thread.loadFailed, '加载主题失败'],
  [zh.thread.updateThreadFailed, '更新主题失败'],
  [zh.thread.updatePostFailed, '更新帖子失败'],
  [zh.thread.contentEmpty, '帖子内容不能为空'],
  [zh.thread.replyFailed, '回复失败，请重试'],
  [zh.newThread.failed, '创建主题失败，请重试'],
  [en.auth.usernameChars, 'Username can only contain letters and numbers'],
  [en.auth.usernameLength, 'Username must be between 3 and 20 characters'],
  [en.auth.passwordMismatch, 'Passwords do not match'],
  [en.auth.registerFailed, 'Registration failed, please try again'],
  [en.board.loadFailed, 'Failed to load board'],
  [en.board.error.other, 'Error: {{message}}'],
  [en.profile.avatarFailed, 'Failed to upload avatar. Please try again.'],
  [en.messages.userNotFound, 'No user found with that username'],
  [en.messages.unknown, 'Unknown'],
])('says %j', (text, quoted) => {
  expect(text).toBe(quoted)
})

/** A text's key as written in code: `'thread.postNumber'`, or the beginning of ```theme.${value}```. */
const KEY = /['`](\w+)\.[A-Za-z]\w*(?:\.\w+)*['`]|['`](\w+)\.(?:\w+\.)*\$\{/g

/** Returns the groups whose keys a file uses. */
function groupsIn(source: string): string[] {
  const named = [...source.matchAll(KEY)].flatMap(([, whole, beginning]) => whole ?? beginning ?? [])
  return [...new Set(named)].filter((group) => group in zh)
}

it('adds every group of texts that a file uses beyond the first load', () => {
  const page = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^lib\/i18n\/|^testing\//.test(file),
  )
  const lacking = files.flatMap((file) => {
    const source = readFileSync(path.join(page, file), 'utf8')
    const added = source.includes("import './texts'")
      ? /addTexts\(\{([^}]*)\}\)/.exec(readFileSync(path.join(page, file, '../texts.ts'), 'utf8'))?.[1]
      : ''
    const there = new Set([...Object.keys(firstLoad), ...(added?.match(/\w+/g) ?? [])])
    return groupsIn(source).flatMap((group) => (there.has(group) ? [] : [`${file}: ${group}`]))
  })
  expect(files.length).toBeGreaterThan(100)
  expect(lacking).toEqual([])
})
