import type { NotificationSettingKind } from '../notification-kinds'
import { NOTICE_SETTING_TEXTS } from './notices'
import type { Bilingual } from './language'

/** The kinds of mail that a member can end. */
export type MailKind = NotificationSettingKind | 'digest' | 'all'

/** The names of the kinds of mails. */
export const MAIL_KIND_TEXTS: Record<MailKind, Bilingual> = {
  ...NOTICE_SETTING_TEXTS,
  digest: { zh: '摘要', en: 'Digest' },
  all: { zh: '所有通知邮件', en: 'All notifications by mail' },
}

/** The texts of mails about notifications. */
export const NOTICE_MAILS = {
  hidden: { zh: '你有新的通知', en: 'You have new notifications' },
  several: (count: number): Bilingual => ({
    zh: `你有 ${count} 件新事`,
    en: `${count} things happened`,
  }),
  moreNews: (count: number): Bilingual => ({ zh: `还有 ${count} 条`, en: `${count} more` }),
  postNumber: (number: number): Bilingual => ({ zh: `${number} 楼`, en: `#${number}` }),
  toPost: (number: number): Bilingual => ({ zh: `去 ${number} 楼看`, en: `Go to #${number}` }),
  toThread: { zh: '去主题看', en: 'Go to the thread' },
  toNotifications: { zh: '去看通知', en: 'See your notifications' },
  toMessage: { zh: '去看站内信', en: 'Read the message' },
  why: (kinds: readonly string[]): Bilingual => ({
    zh: `你收到这封信，因为“${kinds.join('”“')}”设为邮件。直接回这封信不会发到论坛。`,
    en: `You get this mail because “${kinds.join('”, “')}” is set to mail. Replies to it do not reach the forum.`,
  }),
  settings: { zh: '通知设置', en: 'Notification settings' },
  unsubscribe: (kind: string): Bilingual => ({
    zh: `不再寄“${kind}”`,
    en: `Stop mails of “${kind}”`,
  }),
  unsubscribeAll: { zh: '什么都别寄', en: 'Stop all mails' },
  digestTitle: {
    daily: { zh: '这一天值得看的', en: 'Worth reading today' },
    weekly: { zh: '这一周值得看的', en: 'Worth reading this week' },
  },
  digestFollowed: { zh: '你关注的', en: 'You follow it' },
  replies: (count: number): Bilingual => ({ zh: `${count} 回`, en: `${count} replies` }),
  featured: { zh: '精华', en: 'Featured' },
  digestWhy: {
    daily: {
      zh: '每天早上八点一封，看过的不列；没有值得看的就不寄。',
      en: 'Every morning at eight, without what you have read; none if there is nothing.',
    },
    weekly: {
      zh: '每周五早上八点一封，看过的不列；没有值得看的就不寄。',
      en: 'Fridays at eight in the morning, without what you have read; none if there is nothing.',
    },
  },
  toForum: { zh: '去论坛看', en: 'Go to the forum' },
  /** The page that ends mails. */
  page: {
    title: { zh: '退订邮件', en: 'Stop mails' },
    asks: (kind: string): Bilingual => ({
      zh: `不再给你寄“${kind}”的邮件？站内仍会提醒。`,
      en: `Stop mailing you “${kind}”? The forum still notifies you on the site.`,
    }),
    stop: { zh: '不再寄', en: 'Stop' },
    done: {
      zh: '好了，不会再寄。想要时在通知设置里打开。',
      en: 'Done. You can turn it on again in the notification settings.',
    },
    failed: { zh: '没有成功，请重试。', en: 'That did not work. Please try again.' },
    bad: {
      zh: '这个链接不完整。请从邮件里重新打开，或在通知设置里关掉。',
      en: 'This link is incomplete. Open it from the mail again, or turn mails off in the notification settings.',
    },
  },
}
