import { MESSAGE_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { describe, expect, it } from 'vitest'
import { aMessage } from '../testing/messages'
import { person } from '../testing/model-server'
import {
  bodyOf,
  groupBodyOf,
  groupOf,
  EMPTY,
  missingField,
  originalOf,
  partsOf,
  previewOf,
  replyDraft,
  replySubject,
  splitOriginal,
  textOf,
} from './compose'

const LINE = '-------- 原文 --------'

describe('a message being written', () => {
  it.each([
    ['合租', 'Re: 合租'],
    ['Re: 合租', 'Re: 合租'],
    ['RE：合租', 'RE：合租'],
    ['回复：合租', '回复：合租'],
    ['Reading list', 'Re: Reading list'],
  ])('replies to %j under the subject %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected)
  })

  it('ends a reply with the original under a line, which its draft does not store', () => {
    const parent = aMessage({ id: 5, content: '周六见？' })
    const original = originalOf(parent.content, LINE)
    const draft = replyDraft(parent)
    expect(draft).toMatchObject({ recipientId: parent.sender.id, content: '', quotesOriginal: true })
    expect(textOf(draft, original)).toBe(`\n\n${LINE}\n周六见？`)
    for (const text of [`好${original}`, original, '不引用了', '', `好${original}改过`]) {
      const parts = partsOf(text, original)
      expect(textOf({ ...draft, ...parts }, original)).toBe(text)
      expect(parts.quotesOriginal).toBe(text.endsWith('见？'))
    }
    expect(partsOf(`好${original}`, original).content).toBe('好')
    expect(partsOf('新的一封', '')).toEqual({ content: '新的一封', quotesOriginal: false })
    expect(splitOriginal(`好${original}`, LINE)).toEqual({ ownText: '好', original: '周六见？' })
    expect(splitOriginal('没有原文', LINE)).toEqual({ ownText: '没有原文', original: null })
  })

  it.each([
    ['好，三点', '好，三点'],
    [`好，三点 ${LINE} 周六见？`, '好，三点'],
    [`${LINE} 周六见？`, `${LINE} 周六见？`],
  ])('shows %j in a list as %j', (text, shown) => {
    expect(previewOf(text, LINE)).toBe(shown)
  })

  it('leaves room for a reply to a long original', () => {
    expect(countCharacters(originalOf('长'.repeat(MESSAGE_MAX), LINE))).toBeLessThan(MESSAGE_MAX - 1_000)
  })

  it('reports the missing field that comes first in the form', () => {
    expect(missingField(EMPTY)).toBe('recipient')
    expect(missingField({ ...EMPTY, recipient: 'xiaoli' })).toBe('subject')
    expect(missingField({ ...EMPTY, recipientId: 3, subject: ' 　' })).toBe('subject')
    expect(missingField({ ...EMPTY, recipientId: 3, subject: '合租' })).toBe('content')
    expect(missingField({ ...EMPTY, recipientId: 3, subject: '合租', content: '在吗' })).toBeNull()
  })

  it('is sent to the chosen member, or else to the member with the typed name', () => {
    const draft = { ...EMPTY, recipient: ' xiaoli ', subject: '合租', content: '在吗' }
    expect(bodyOf(draft, null)).toMatchObject({ recipientUsername: 'xiaoli', parentId: null })
    expect(bodyOf({ ...draft, recipientId: 3 }, 5)).toMatchObject({ recipientId: 3, parentId: 5 })
  })

  it('starts a group conversation with more than one chosen member', () => {
    const [a, b] = [person(3), person(4)]
    const draft = { ...EMPTY, subject: '聚餐', content: '去哪儿？' }
    expect(groupOf({ ...draft, others: [a], recipientId: 3 })).toEqual([])
    expect(bodyOf({ ...draft, others: [a] }, null)).toMatchObject({ recipientId: 3 })
    const several = { ...draft, others: [a], recipient: b.displayName, recipientId: 4 }
    expect(groupBodyOf(several)).toEqual({ userIds: [3, 4], subject: '聚餐', content: '去哪儿？' })
    expect(missingField(several)).toBeNull()
    // Besides chosen members a name that was only typed is not sent.
    expect(missingField({ ...several, recipientId: null })).toBe('recipient')
    expect(bodyOf({ ...draft, conversationId: 50 }, null)).toMatchObject({ conversationId: 50 })
  })
})
