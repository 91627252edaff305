import { type report as zh } from '../zh/report'
import { type TableOf } from '../table'

export const report: TableOf<typeof zh> = {
  report: 'Report',
  opening: 'Report this thread',
  reply: 'Report post {{n}}',
  text: 'Only moderators see reports. The author is not notified.',
  reason: 'Reason',
  kinds: {
    ads: 'Spam',
    porn: 'Sexual content',
    illegal: 'Illegal content',
    infringing: 'Infringes rights',
    attack: 'Personal attack',
    privacy: 'Reveals private data',
    other: 'Other',
  },
  details: 'Details',
  missing: 'Choose a reason or give details',
  detailsMissing: 'Give details',
  tooLong: 'The reason must be at most {{max}} characters',
  submit: 'Send report',
  done: 'Report sent. Thank you.',
}
