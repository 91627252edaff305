import { MESSAGE_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { describe, expect, it } from 'vitest'
import { aMessage } from '../../testing/messages'
import { bodyOf, EMPTY, missingField, replyDraft, replySubject, splitOriginal } from './compose'

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

  it('begins a reply with the original under a line, and splits it off again', () => {
    const original = aMessage({ id: 5, content: '周六见？' })
    const draft = replyDraft(original, LINE)
    expect(draft).toMatchObject({ recipientId: original.sender.id, content: `\n\n${LINE}\n周六见？` })
    expect(splitOriginal(`好${draft.content}`, LINE)).toEqual({ own: '好', original: '周六见？' })
    expect(splitOriginal('没有原文', LINE)).toEqual({ own: '没有原文', original: null })
  })

  it('leaves room for a reply to a long original', () => {
    const draft = replyDraft(aMessage({ id: 5, content: '长'.repeat(MESSAGE_MAX) }), LINE)
    expect(countCharacters(draft.content)).toBeLessThan(MESSAGE_MAX - 1_000)
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
})
