import { RESET_HOURS } from '../limits'
import type { Language } from './language'

export interface MailText {
  subject: string
  /** Paragraphs with empty lines between them. */
  text: string
  /** The label of the button that stands for the paragraph that is a link alone. */
  button?: string
}

/** The texts of the forum's mails, in the language of the reader. */
export const MAIL_TEXTS: Record<
  Language,
  { reset: (of: { site: string; username: string; link: string }) => MailText }
> = {
  zh: {
    reset: ({ site, username, link }) => ({
      subject: `${site}：重设密码`,
      button: '设置新密码',
      text: [
        `${username}，你好！`,
        '',
        `有人（应该是你）请求重设你在${site}的密码。请在 ${RESET_HOURS} 小时内打开下面的链接，设置新密码：`,
        '',
        link,
        '',
        '链接只能使用一次。如果不是你本人操作，请忽略这封邮件，你的密码不会改变。',
      ].join('\n'),
    }),
  },
  en: {
    reset: ({ site, username, link }) => ({
      subject: `${site}: reset your password`,
      button: 'Set a new password',
      text: [
        `Hello ${username},`,
        '',
        `Somebody, probably you, asked to reset your password at ${site}. Open this link within ${RESET_HOURS} hour to set a new one:`,
        '',
        link,
        '',
        'The link can be used once. If it was not you, ignore this mail: your password stays as it is.',
      ].join('\n'),
    }),
  },
}
