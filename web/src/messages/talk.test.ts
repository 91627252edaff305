import { expect, it } from 'vitest'
import { arrangeTalk, subjectOf } from './talk'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 4, minutes)).toISOString()
const say = (senderId: number, minutes: number, subject = '合租', isRead = false) => ({
  senderId,
  subject,
  createdAt: at(minutes),
  isRead,
})

it('shows a subject only where it changes, whatever prefixes replies give it', () => {
  const talk = [say(7, 0), say(8, 1, 'Re: 合租'), say(7, 2, '回复：Re: 合租'), say(8, 3, '看房')]
  expect(arrangeTalk(talk, 7).map(({ subject }) => subject)).toEqual(['合租', null, null, '看房'])
  expect(subjectOf('Re: ')).toBe('')
})

it('shows one time for messages of one sender that follow each other within five minutes', () => {
  const talk = [say(7, 0), say(7, 4), say(7, 9), say(8, 10), say(7, 11)]
  expect(arrangeTalk(talk, 7).map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true, true])
})

it('begins a day with its first message', () => {
  const talk = [say(7, 0), say(7, 1), say(7, 60 * 24)]
  expect(arrangeTalk(talk, 7).map(({ startsDay }) => startsDay)).toEqual([true, false, true])
})

it('marks the newest own message that was read, with its time', () => {
  const talk = [say(7, 0, '合租', true), say(7, 1, '合租', true), say(7, 2), say(8, 3, '合租', true)]
  const arranged = arrangeTalk(talk, 7)
  expect(arranged.map(({ isLastSeen }) => isLastSeen)).toEqual([false, true, false, false])
  expect(arranged[1]?.endsGroup).toBe(true)
})
