import { defineTexts } from '../lib/i18n'

export const revealText = defineTexts('reveal', {
  title: ['查看匿名作者', 'Look up the author'],
  note: [
    '这次查看连同理由会写进管理日志，本版版主也看得到（但看不到是谁）。没有必要就不要看。',
    'That you looked, and why, goes into the log, which moderators of the board read too (they do not learn who it is).',
  ],
  reason: ['理由', 'Reason'],
  reasonMissing: ['请写明理由', 'Say why'],
  look: ['查看', 'Look up'],
  found: ['匿名作者', 'The author'],
  logged: ['已记入管理日志。', 'The look is in the log.'],
})
