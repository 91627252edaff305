import { COMPLAINT_DAYS } from '../limits'
import type { Language } from './language'
import type { MailText } from './mails'

/** The mails to the author of a complaint that was settled. */
export const COMPLAINT_MAILS: Record<
  Language,
  (of: { site: string; url: string; isUpheld: boolean; answer: string }) => MailText
> = {
  zh: ({ site, url, isUpheld, answer }) => ({
    subject: `${site}：你的投诉已处理`,
    text: [
      '你好！',
      '',
      `你向${site}投诉的页面：`,
      url,
      '',
      isUpheld ? '我们看过以后，已经处理。' : '我们看过以后，认为不需要处理这个页面。',
      ...(answer === '' ? [] : ['', answer]),
      '',
      `你的投诉和联系方式在 ${COMPLAINT_DAYS} 天后删除。如果还有要补充的，请再写一份投诉。`,
    ].join('\n'),
  }),
  en: ({ site, url, isUpheld, answer }) => ({
    subject: `${site}: your complaint was settled`,
    text: [
      'Hello,',
      '',
      `You complained to ${site} about this page:`,
      url,
      '',
      isUpheld
        ? 'We have looked at it, and have acted on it.'
        : 'We have looked at it, and found nothing to act on.',
      ...(answer === '' ? [] : ['', answer]),
      '',
      `Your complaint and how to reach you are removed in ${COMPLAINT_DAYS} days. If you have more to say, please send another complaint.`,
    ].join('\n'),
  }),
}
