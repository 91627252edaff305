import type { NamingKind, NotificationSettingKind } from '../notification-kinds'
import type { Bilingual, Language } from './language'

/** The names that a notification's text mentions, in the reader's language. */
export interface NotificationNames {
  actor: string
  title: string
  board: string
}

/** The number of distinct members in a notification, and of its events. */
export interface NotificationCounts {
  people: number
  times: number
  /** `+` if there may be more of both. */
  more: '' | '+'
}

/** Stands for the title of a deleted thread, which only its author and moderators may know. */
export const DELETED_THREAD: Bilingual = { zh: '已删除的主题', en: 'deleted thread' }

/** The kinds of news by the names under which members choose how they are notified of them. */
export const NOTICE_SETTING_TEXTS = {
  reply: { zh: '关注的主题有新回复', en: 'New replies in threads I watch' },
  quote: { zh: '有人引用我的帖子', en: 'Someone quotes me' },
  mention: { zh: '有人提到我', en: 'Someone mentions me' },
  like: { zh: '有人赞我的帖子', en: 'Someone likes my post' },
  follow: { zh: '关注的人发表新主题', en: 'New threads by members I follow' },
  board: { zh: '关注的版块有新主题', en: 'New threads in boards I follow' },
  answer: { zh: '我的回复被采纳为答案', en: 'My reply is marked as the answer' },
  coauthor: { zh: '有人邀请我一起写', en: 'Invitations to write together' },
  update: { zh: '关注的主题有更新说明', en: 'Notes on updates of threads I watch' },
  message: { zh: '收到站内信', en: 'New messages' },
  moderation: { zh: '管理人员处理了我的内容', en: 'Moderation of my posts' },
} as const satisfies Record<NotificationSettingKind, Bilingual>

type GroupText = (parts: NotificationNames, counts: NotificationCounts) => string

/** The texts of notifications that group several events. */
export const GROUP_TEXTS: Record<Language, Record<NamingKind, GroupText>> = {
  zh: {
    reply: ({ actor, title }, { people, times, more }) => {
      if (people > 1) return `${actor} 等 ${people}${more} 人回复了《${title}》，共 ${times}${more} 条新回复`
      return times > 1
        ? `${actor} 在你关注的主题《${title}》中发了 ${times}${more} 条新回复`
        : `${actor} 回复了你关注的主题《${title}》`
    },
    quote: ({ actor, title }, { people, times, more }) => {
      if (people > 1) return `${actor} 等 ${people}${more} 人在《${title}》中引用了你`
      return `${actor} 在《${title}》中引用了你${times > 1 ? ` ${times}${more} 次` : ''}`
    },
    mention: ({ actor, title }, { people, times, more }) => {
      if (people > 1) return `${actor} 等 ${people}${more} 人在《${title}》中提到了你`
      return `${actor} 在《${title}》中提到了你${times > 1 ? ` ${times}${more} 次` : ''}`
    },
    like: ({ actor, title }, { people, more }) =>
      people > 1
        ? `${actor} 等 ${people}${more} 人赞了你在《${title}》中的帖子`
        : `${actor} 赞了你在《${title}》中的帖子`,
    follow: ({ actor, title }) => `你关注的 ${actor} 发表了新主题《${title}》`,
    board: ({ actor, title, board }) => `${actor} 在你关注的【${board}】发表了新主题《${title}》`,
    answer: ({ title }) => `你在《${title}》中的回复被采纳为答案`,
    coauthor: ({ actor, title }) => `${actor} 邀请你一起写《${title}》`,
    update: ({ actor, title }, { people, times, more }) => {
      const actors = people > 1 ? `${actor} 等 ${people}${more} 人` : `${actor} `
      return `${actors}更新了《${title}》${times > 1 ? ` ${times}${more} 次` : ''}`
    },
  },
  en: {
    reply: ({ actor, title }, { people, times, more }) => {
      if (people > 1)
        return `${actor} and ${people - 1}${more} more replied to “${title}”: ${times}${more} new replies`
      return times > 1
        ? `${actor} posted ${times}${more} new replies in “${title}”, which you are watching`
        : `${actor} replied to “${title}”, which you are watching`
    },
    quote: ({ actor, title }, { people, times, more }) => {
      if (people > 1) return `${actor} and ${people - 1}${more} more quoted you in “${title}”`
      return `${actor} quoted you in “${title}”${times > 1 ? ` ${times}${more} times` : ''}`
    },
    mention: ({ actor, title }, { people, times, more }) => {
      if (people > 1) return `${actor} and ${people - 1}${more} more mentioned you in “${title}”`
      return `${actor} mentioned you in “${title}”${times > 1 ? ` ${times}${more} times` : ''}`
    },
    like: ({ actor, title }, { people, more }) =>
      people > 1
        ? `${actor} and ${people - 1}${more} more liked your post in “${title}”`
        : `${actor} liked your post in “${title}”`,
    follow: ({ actor, title }) => `${actor}, whom you follow, started “${title}”`,
    board: ({ actor, title, board }) => `${actor} started “${title}” in ${board}, which you follow`,
    answer: ({ title }) => `Your reply was marked as the answer of “${title}”`,
    coauthor: ({ actor, title }) => `${actor} invited you to write “${title}” together`,
    update: ({ actor, title }, { people, times, more }) => {
      const actors = people > 1 ? `${actor} and ${people - 1}${more} more` : actor
      return `${actors} updated “${title}”${times > 1 ? ` ${times}${more} times` : ''}`
    },
  },
}

/** The texts of notifications of moderation, by what was done. */
export const ACT_TEXTS = {
  zh: {
    postDeleted: ({ title }) => `你在《${title}》中的帖子已被删除`,
    postRestored: ({ title }) => `你在《${title}》中的帖子已恢复`,
    postEdited: ({ title }) => `你在《${title}》中的帖子已被管理人员编辑`,
    threadDeleted: ({ title }) => `你的主题《${title}》已被删除`,
    threadRestored: ({ title }) => `你的主题《${title}》已恢复`,
    threadRenamed: ({ title }) => `你的主题的标题已被管理人员改为《${title}》`,
    threadPinned: ({ title }) => `你的主题《${title}》已被置顶`,
    threadUnpinned: ({ title }) => `你的主题《${title}》已取消置顶`,
    threadFeatured: ({ title }) => `你的主题《${title}》被设为精华`,
    threadUnfeatured: ({ title }) => `你的主题《${title}》已取消精华`,
    threadLocked: ({ title }) => `你的主题《${title}》已被锁定`,
    threadUnlocked: ({ title }) => `你的主题《${title}》已解除锁定`,
    threadMoved: ({ title, board }) => `你的主题《${title}》已移至【${board}】`,
  },
  en: {
    postDeleted: ({ title }) => `Your post in “${title}” was deleted`,
    postRestored: ({ title }) => `Your post in “${title}” was restored`,
    postEdited: ({ title }) => `A moderator edited your post in “${title}”`,
    threadDeleted: ({ title }) => `Your thread “${title}” was deleted`,
    threadRestored: ({ title }) => `Your thread “${title}” was restored`,
    threadRenamed: ({ title }) => `A moderator changed the title of your thread to “${title}”`,
    threadPinned: ({ title }) => `Your thread “${title}” was pinned`,
    threadUnpinned: ({ title }) => `Your thread “${title}” is no longer pinned`,
    threadFeatured: ({ title }) => `Your thread “${title}” was featured`,
    threadUnfeatured: ({ title }) => `Your thread “${title}” is no longer featured`,
    threadLocked: ({ title }) => `Your thread “${title}” was locked`,
    threadUnlocked: ({ title }) => `Your thread “${title}” was unlocked`,
    threadMoved: ({ title, board }) => `Your thread “${title}” was moved to ${board}`,
  },
} as const satisfies Record<Language, Record<string, (parts: NotificationNames) => string>>

/** Adds a moderator's reason, if there is one. */
export const withReason = (text: Bilingual, reason: string): Bilingual =>
  reason === '' ? text : { zh: `${text.zh}：${reason}`, en: `${text.en}: ${reason}` }

/** The texts of notices about the member's own account. */
export const ACCOUNT_TEXTS = {
  /** @param board the name of the only board that it is about */
  muted: (until: Bilingual, board?: Bilingual): Bilingual => ({
    zh: `你已被禁言至 ${until.zh}，期间可以浏览，不能${board ? `在「${board.zh}」版` : ''}发言`,
    en: `You are muted${board ? ` in “${board.en}”` : ''} until ${until.en}; you can read, but not write${board ? ' there' : ''}`,
  }),
  unmuted: (board?: Bilingual): Bilingual => ({
    zh: `你${board ? `在「${board.zh}」版` : ''}的禁言已解除`,
    en: `You are no longer muted${board ? ` in “${board.en}”` : ''}`,
  }),
  warned: { zh: '你收到一条警告', en: 'You have been warned' },
  cleared: {
    zh: '你的资料（签名、头像或显示名）被版主清除',
    en: 'A moderator has removed your signature, picture or display name',
  },
  unbanned: { zh: '你的账号已解封', en: 'Your account is no longer banned' },
  role: {
    user: { zh: '你的身份已改为会员', en: 'You are now a member' },
    moderator: { zh: '你的身份已改为版主', en: 'You are now a moderator' },
    admin: { zh: '你的身份已改为管理员', en: 'You are now an administrator' },
  },
}

/** The texts of notices about what waited for approval. `title` is that of its thread, or the subject of a message. */
export const HELD_TEXTS = {
  approved: {
    thread: (title: string): Bilingual => ({
      zh: `你的待审主题《${title}》已通过，谢谢分享`,
      en: `Your thread “${title}” was approved. Thank you for sharing.`,
    }),
    post: (title: string): Bilingual => ({
      zh: `你在《${title}》中的待审回复已通过，谢谢分享`,
      en: `Your reply in “${title}” was approved. Thank you for sharing.`,
    }),
    edit: (title: string): Bilingual => ({
      zh: `你在《${title}》中的修改已通过`,
      en: `Your edit in “${title}” was approved`,
    }),
    message: (title: string): Bilingual => ({
      zh: `你的站内信“${title}”已通过并送出`,
      en: `Your message “${title}” was approved and sent`,
    }),
  },
  rejected: {
    thread: (title: string): Bilingual => ({
      zh: `你的待审主题《${title}》没有通过，内容还在，可以改后再发`,
      en: `Your thread “${title}” was not approved; you can change it and send it again`,
    }),
    post: (title: string): Bilingual => ({
      zh: `你在《${title}》中的待审回复没有通过，内容还在，可以改后再发`,
      en: `Your reply in “${title}” was not approved; you can change it and send it again`,
    }),
    edit: (title: string): Bilingual => ({
      zh: `你在《${title}》中的修改没有通过，内容还在，可以再改`,
      en: `Your edit in “${title}” was not approved; you can change it and send it again`,
    }),
    message: (title: string): Bilingual => ({
      zh: `你的站内信“${title}”没有通过，内容还在，可以改后再发`,
      en: `Your message “${title}” was not approved; you can change it and send it again`,
    }),
  },
  returned: {
    thread: (title: string): Bilingual => ({
      zh: `你的主题《${title}》的退回已撤销，重新等待审核`,
      en: `The rejection of your thread “${title}” was taken back; it waits for approval again`,
    }),
    post: (title: string): Bilingual => ({
      zh: `你在《${title}》中的回复的退回已撤销，重新等待审核`,
      en: `The rejection of your reply in “${title}” was taken back; it waits for approval again`,
    }),
    edit: (title: string): Bilingual => ({
      zh: `你在《${title}》中的修改的退回已撤销，重新等待审核`,
      en: `The rejection of your edit in “${title}” was taken back; it waits for approval again`,
    }),
    message: (title: string): Bilingual => ({
      zh: `你的站内信“${title}”的退回已撤销，重新等待审核`,
      en: `The rejection of your message “${title}” was taken back; it waits for approval again`,
    }),
  },
} satisfies Record<string, Record<string, (title: string) => Bilingual>>

/** The texts of notices about what a member reported. */
export const REPORT_TEXTS = {
  resolved: { zh: '你举报的内容已处理，感谢反馈', en: 'What you reported was dealt with. Thank you.' },
  dismissed: {
    zh: '你举报的内容经核实未发现违规，感谢反馈',
    en: 'What you reported was found to be within the rules. Thank you.',
  },
}

/** The texts of push messages. */
export const PUSH_TEXTS = {
  /** For members who want no content on a locked screen. */
  hidden: {
    message: { zh: '你收到一封站内信', en: 'You have a new message' },
    notification: { zh: '你有新的通知', en: 'You have a new notification' },
  },
  messageFrom: (sender: string): Bilingual => ({
    zh: `${sender} 给你发来站内信`,
    en: `${sender} sent you a message`,
  }),
}
