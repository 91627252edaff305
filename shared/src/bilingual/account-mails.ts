import { FIRST_DAY_HOURS, UNDO_EMAIL_DAYS, VERIFY_EMAIL_HOURS } from '../limits'
import type { Language } from './language'
import type { MailText } from './mails'

interface Account {
  site: string
  username: string
}
type Linked = Account & { link: string }

/** The mails about an account's address, in the language of the page where they were requested. */
export const ACCOUNT_MAILS: Record<
  Language,
  {
    /** To the address of a new account. */
    welcome: (of: Linked) => MailText
    /** To an address that an account shall get. */
    confirm: (of: Linked) => MailText
    /** To an address that another account has, or may get back. */
    inUse: (of: Account) => MailText
    /** To the address that is being replaced. */
    replaced: (of: Linked & { address: string }) => MailText
    /** To a verified address, when a way to sign in was added or removed: `what`. */
    security: (of: Linked & { what: string }) => MailText
  }
> = {
  zh: {
    welcome: ({ site, username, link }) => ({
      subject: `${site}：确认邮箱`,
      button: '确认邮箱',
      text: [
        `${username}，欢迎加入${site}！`,
        '',
        `请在 ${VERIFY_EMAIL_HOURS} 小时内打开下面的链接，确认这个邮箱是你的：`,
        '',
        link,
        '',
        `没有确认的邮箱，注册 ${FIRST_DAY_HOURS} 小时以后就不能用来找回密码。如果不是你注册的，请不要打开链接，忽略这封邮件即可。`,
      ].join('\n'),
    }),
    confirm: ({ site, username, link }) => ({
      subject: `${site}：确认新邮箱`,
      button: '确认新邮箱',
      text: [
        `${username}，你好！`,
        '',
        `你在${site}的账号要换用这个邮箱。请在 ${VERIFY_EMAIL_HOURS} 小时内打开下面的链接确认，点了才换：`,
        '',
        link,
        '',
        '如果这不是你的账号，请不要打开链接，忽略这封邮件即可。',
      ].join('\n'),
    }),
    inUse: ({ site, username }) => ({
      subject: `${site}：这个邮箱已有账号`,
      text: [
        '你好！',
        '',
        `${site}的账号 ${username} 想换用这个邮箱，但它已属于另一个账号，所以没有换。`,
        '',
        '如果是你本人，请先在那个账号里换掉邮箱；如果不是，请忽略这封邮件。',
      ].join('\n'),
    }),
    replaced: ({ site, username, address, link }) => ({
      subject: `${site}：你的账号要换邮箱`,
      button: '撤回更换',
      text: [
        `${username}，你好！`,
        '',
        `有人（应该是你）要把你在${site}的邮箱换成 ${address}。`,
        '',
        `如果不是你本人，请在 ${UNDO_EMAIL_DAYS} 天内打开下面的链接，撤回更换并退出所有设备，然后重设密码：`,
        '',
        link,
      ].join('\n'),
    }),
    security: ({ site, username, what, link }) => ({
      subject: `${site}：登录方法有变化`,
      button: '看看登录方法',
      text: [
        `${username}，你好！`,
        '',
        `${what}。`,
        '',
        '是你本人就不用管。如果不是，请马上改密码，再到这里看看登录方法，移除不认识的：',
        '',
        link,
      ].join('\n'),
    }),
  },
  en: {
    welcome: ({ site, username, link }) => ({
      subject: `${site}: confirm your address`,
      button: 'Confirm this address',
      text: [
        `Hello ${username}, welcome to ${site}!`,
        '',
        `Open this link within ${VERIFY_EMAIL_HOURS} hours to confirm that this address is yours:`,
        '',
        link,
        '',
        `An address that is not confirmed cannot be used to reset a password later than ${FIRST_DAY_HOURS} hours after registering. If you did not register, do not open the link; you can ignore this mail.`,
      ].join('\n'),
    }),
    confirm: ({ site, username, link }) => ({
      subject: `${site}: confirm your new address`,
      button: 'Confirm this address',
      text: [
        `Hello ${username},`,
        '',
        `Your account at ${site} is to use this address. Open this link within ${VERIFY_EMAIL_HOURS} hours to confirm it; nothing changes before that:`,
        '',
        link,
        '',
        'If this is not your account, do not open the link; you can ignore this mail.',
      ].join('\n'),
    }),
    inUse: ({ site, username }) => ({
      subject: `${site}: this address has an account`,
      text: [
        'Hello,',
        '',
        `The account ${username} at ${site} asked to use this address. It belongs to another account, so nothing was changed.`,
        '',
        'If it was you, change the address of that other account first. If it was not, ignore this mail.',
      ].join('\n'),
    }),
    replaced: ({ site, username, address, link }) => ({
      subject: `${site}: your account is getting another address`,
      button: 'Take the change back',
      text: [
        `Hello ${username},`,
        '',
        `Somebody, probably you, asked to change the address of your account at ${site} to ${address}.`,
        '',
        `If it was not you, open this link within ${UNDO_EMAIL_DAYS} days. It takes the change back and signs out every device; then set a new password:`,
        '',
        link,
      ].join('\n'),
    }),
    security: ({ site, username, what, link }) => ({
      subject: `${site}: a way to log in has changed`,
      button: 'See how you log in',
      text: [
        `Hello ${username},`,
        '',
        `${what}.`,
        '',
        'If it was you, there is nothing to do. If not, change your password now, then remove what you do not know here:',
        '',
        link,
      ].join('\n'),
    }),
  },
}
