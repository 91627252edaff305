import { defineTexts } from '../../lib/i18n'

export const answerText = defineTexts('answer', {
  answer: ['已采纳的回答', 'Accepted answer'],
  toPlace: ['{{n}} 楼', '#{{n}}'],
  mark: ['采纳为答案', 'Mark as the answer'],
  unmark: ['取消采纳', 'No longer the answer'],
  marked: ['已采纳为答案', 'Marked as the answer'],
  unmarked: ['已取消采纳', 'No longer marked as the answer'],
  open: ['待解答', 'Open'],
  solved: ['已解决', 'Solved'],
})
