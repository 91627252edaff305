import { describe, expect, it } from 'vitest'
import { TITLE_MAX } from '../limits'
import { bannedText, ERROR_TEXTS, fieldText, withReason } from '.'

describe('the texts of violated field rules', () => {
  it('prefers the text for a field over that for any field', () => {
    const text = (field: string) => fieldText({ field, code: 'required' }, 'en')
    expect([text('title'), text('other')]).toEqual(['Title is required', 'This field is required'])
  })

  it('mention the limits', () => {
    expect(fieldText({ field: 'title', code: 'too_long' }, 'zh')).toBe(`标题不能超过 ${TITLE_MAX} 字`)
    expect(fieldText({ field: 'content', code: 'too_long' }, 'en')).toBe(
      'Content must be at most 20,000 characters',
    )
  })
})

it('says until when and why an account is banned, as far as that is known', () => {
  expect(bannedText('2026-03-01', '刷屏')).toEqual({
    zh: '该账号已被封禁至 2026-03-01：刷屏',
    en: 'This account is banned until 2026-03-01: 刷屏',
  })
  expect(bannedText('', '')).toEqual({ zh: '该账号已被封禁', en: 'This account is banned' })
})

it('adds a reason only if there is one', () => {
  const text = { zh: '你的账号已解封', en: 'Your account is no longer banned' }
  expect(withReason(text, '')).toEqual(text)
  expect(withReason(text, '误判').zh).toBe('你的账号已解封：误判')
})

/** Texts that members and other programs rely on, word for word. */
it.each([
  [
    fieldText({ field: 'username', code: 'characters' }, 'en'),
    'Username can only contain letters and numbers',
  ],
  [fieldText({ field: 'username', code: 'length' }, 'en'), 'Username must be between 3 and 20 characters'],
  [ERROR_TEXTS.RECIPIENT_NOT_FOUND.en, 'No user found with that username'],
])('says %j', (text, quoted) => {
  expect(text).toBe(quoted)
})
