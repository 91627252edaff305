import { defineTexts } from '../../lib/i18n'

export const besideHomeText = defineTexts('besideHome', {
  featured: ['本周精华', 'Best of the week'],
  open: ['等一个答案', 'Waiting for an answer'],
  toOpen: ['我来答', 'Answer one'],
})
