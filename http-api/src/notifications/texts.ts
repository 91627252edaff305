import type { Language } from '@forum/shared/errors'
import { partsMaxOf, type ModerationAct, type NotificationDoc } from './notifications.model'

/** The names that a notification's text mentions, in the reader's language. */
export interface TextParts {
  actor: string
  title: string
  board: string
}

interface Counts {
  people: number
  times: number
  /** `+` if there may be more of both. */
  more: '' | '+'
}

/** Returns the number of distinct members in a notification, and of its events. */
const countsOf = ({ kind, parts }: Pick<NotificationDoc, 'kind' | 'parts'>): Counts => ({
  people: new Set(parts.map(({ actorId }) => actorId)).size,
  times: parts.length,
  more: parts.length < partsMaxOf(kind) ? '' : '+',
})

type GroupedKind = 'reply' | 'quote' | 'mention' | 'like'
type GroupText = (parts: TextParts, counts: Counts) => string

const zh: Record<GroupedKind, GroupText> = {
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
}

const en: Record<GroupedKind, GroupText> = {
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
}

const ACTS: Record<Language, Record<ModerationAct, (parts: TextParts) => string>> = {
  zh: {
    postDeleted: ({ title }) => `你在《${title}》中的帖子已被删除`,
    postRestored: ({ title }) => `你在《${title}》中的帖子已恢复`,
    postEdited: ({ title }) => `你在《${title}》中的帖子已被管理人员编辑`,
    threadDeleted: ({ title }) => `你的主题《${title}》已被删除`,
    threadRestored: ({ title }) => `你的主题《${title}》已恢复`,
    threadRenamed: ({ title }) => `你的主题的标题已被管理人员改为《${title}》`,
    threadPinned: ({ title }) => `你的主题《${title}》已被置顶`,
    threadUnpinned: ({ title }) => `你的主题《${title}》已取消置顶`,
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
    threadLocked: ({ title }) => `Your thread “${title}” was locked`,
    threadUnlocked: ({ title }) => `Your thread “${title}” was unlocked`,
    threadMoved: ({ title, board }) => `Your thread “${title}” was moved to ${board}`,
  },
}

/** Returns the text of a notification in a language. */
export function textOf(
  doc: Pick<NotificationDoc, 'kind' | 'parts' | 'act' | 'reason' | 'text'>,
  parts: TextParts,
  language: Language,
): string {
  if (doc.kind === 'system') return doc.text?.[language] ?? ''
  if (doc.kind !== 'moderation') return (language === 'zh' ? zh : en)[doc.kind](parts, countsOf(doc))
  const text = doc.act ? ACTS[language][doc.act](parts) : ''
  if (!doc.reason) return text
  return language === 'zh' ? `${text}：${doc.reason}` : `${text}: ${doc.reason}`
}
