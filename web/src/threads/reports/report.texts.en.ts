import { type TableOf } from '../../lib/i18n'
import { type reportText } from './report.texts'

export const report: TableOf<typeof reportText> = {
  opening: 'Report this thread',
  reply: 'Report post {{n}}',
  text: 'Only moderators see reports. The author is not notified.',
  reason: 'Reason',
  details: 'Details',
  missing: 'Choose a reason or give details',
  detailsMissing: 'Give details',
  tooLong: 'The reason must be at most {{max}} characters',
  submit: 'Send report',
  done: 'Report sent. Thank you.',
}
