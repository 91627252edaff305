import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Pair, type Table, type Texts } from './types'

const page = path.resolve(import.meta.dirname, '../..')
const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.texts.ts'),
)

/** `newThread` for `threads/new-thread/new-thread.texts.ts`. */
const namespaceOf = (file: string) =>
  path.basename(file, '.texts.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function entries(table: Table, path: string): [string, Pair][] {
  return Object.entries(table).flatMap(([key, value]) =>
    Array.isArray(value)
      ? [[`${path}.${key}`, value] as [string, Pair]]
      : entries(value as Table, `${path}.${key}`),
  )
}

const modules = await Promise.all(
  files.map(async (file) => ({
    namespace: namespaceOf(file),
    exports: (await import(/* @vite-ignore */ path.join(page, file))) as Record<string, Texts<Table>>,
  })),
)
const texts = modules.flatMap(({ namespace, exports }) =>
  Object.values(exports).flatMap(({ table }) => entries(table, namespace)),
)
const chinese = texts.map(([key, [text]]) => [key, text] as const)
const english = new Map(texts.map(([key, [, text]]) => [key, text]))

/** Latin words that occur in Chinese sentences: names, keys, formats, and what one types. */
const LATIN_WORDS = new Set(
  'pages JPEG HEIC Ctrl Enter Shift Esc TA YouTube Vimeo gif JPG PNG GIF WebP KB MB GB Redis Cookie IP JavaScript Offer laowang lw PDF zip docx epub CSV https Webhook Standard Webhooks'
    .toLowerCase()
    .split(' '),
)

/** Returns the keys of the texts that match. */
const wrong = (isWrong: (text: string, key: string) => boolean) =>
  chinese.filter(([key, text]) => isWrong(text, key)).map(([key]) => key)

describe('a namespace', () => {
  it('is the only one of its name', () => {
    expect(modules.length).toBeGreaterThan(30)
    expect(new Set(modules.map(({ namespace }) => namespace)).size).toBe(modules.length)
  })

  it.each(modules)('is named for its file: $namespace', ({ namespace, exports }) => {
    expect(Object.keys(exports)).toEqual([`${namespace}Text`])
  })
})

describe('the Chinese table', () => {
  it('has a text for every key', () => {
    expect(chinese.length).toBeGreaterThan(300)
    expect(wrong((text) => text.trim() === '')).toEqual([])
  })

  it('contains no English words', () => {
    const isEnglish = (text: string) => {
      // Settings, commands and addresses are the same in each language.
      const bare = text
        .replace(/\{\{\w+\}\}|<\/?\w+>|\[\/?(gif|url)(=[^\]]*)?\]/g, ' ')
        .replace(/\b[A-Z]+_[A-Z]+\b|\bnpm run admin -- \w+|https:\/\/[\w.]+/g, ' ')
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
  it('has a text for every key', () => {
    expect(wrong((_text, key) => (english.get(key) ?? '').trim() === '')).toEqual([])
  })

  it('has the same placeholders as the Chinese table', () => {
    const blanks = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([blank]) => blank).sort()
    const differ = (text: string, key: string) =>
      blanks(text).join() !== blanks(english.get(key) ?? '').join()
    expect(wrong(differ)).toEqual([])
  })
})

/** Texts that members and other programs rely on, word for word. */
it.each([
  ['login.failed', '登录失败：用户名或密码错误'],
  ['board.error.title', '加载看板时出错'],
  ['thread.loadFailed', '加载主题失败'],
  ['thread.updateThreadFailed', '更新主题失败'],
  ['thread.updatePostFailed', '更新帖子失败'],
  ['thread.contentEmpty', '帖子内容不能为空'],
  ['thread.replyFailed', '回复失败，请重试'],
  ['newThread.failed', '创建主题失败，请重试'],
])('says %s in Chinese: %j', (key, quoted) => {
  expect(new Map(chinese).get(key)).toBe(quoted)
})

it.each([
  ['auth.passwordMismatch', 'Passwords do not match'],
  ['auth.registerFailed', 'Registration failed, please try again'],
  ['boardScreen.loadFailed', 'Failed to load board'],
  ['board.error.other', 'Error: {{message}}'],
  ['profile.avatarFailed', 'Failed to upload avatar. Please try again.'],
  ['messages.unknown', 'Unknown'],
])('says %s in English: %j', (key, quoted) => {
  expect(english.get(key)).toBe(quoted)
})
