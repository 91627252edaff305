import type { Notification, NotificationSettings } from '@forum/shared/contract'
import type { NotificationSettingKind } from '@forum/shared/notification-kinds'
import { NOTICE_MAILS, NOTICE_SETTING_TEXTS, type Language, withReason } from '@forum/shared/bilingual'
import { withoutNames } from '@forum/shared/markup'
import type { PostDoc, ThreadLogCollections } from '../../log'
import { mentionedIn, renamedIn, type MemberQueries } from '../../members'
import type { Collection } from '../../platform/mongo/model'
import type { NotificationDoc, NotificationPart } from '../notifications.model'
import type { NotificationQueries } from '../notifications.queries'
import type { QuotedWords } from './letter'

/** Posts that one mail quotes. */
const QUOTED_MAX = 5

/** A private message that its recipient has not read. */
export interface UnreadMessage {
  id: number
  subject: string
  sender: string
}

/** The part of a mail about one thread or one correspondent. */
export interface NewsPart {
  kinds: NotificationSettingKind[]
  /** The number of news that it tells of. */
  count: number
  lines: string[]
  quotes: QuotedWords[]
  button: { label: string; path: string }
  /** The notifications that it tells of. */
  notificationIds: number[]
}

/** Returns the line of a mail about a notification; its words are quoted below it, except the note of an update. */
const lineOf = ({ kind, text, words }: Notification, language: Language): string =>
  kind === 'update' && words ? withReason({ zh: text, en: text }, words.excerpt)[language] : text

type MailedPost = Pick<PostDoc, '_id' | 'number' | 'authorId' | 'excerpt' | 'mentions'>

/** Reads what mails say of news that nobody has read meanwhile. */
export class NoticeLetters {
  constructor(
    private readonly deps: {
      db: { notifications: Collection<NotificationDoc> } & Pick<ThreadLogCollections, 'posts' | 'threads'>
      queries: Pick<NotificationQueries, 'present'>
      members: MemberQueries
      /** Returns the unread messages that a member has from another. */
      unreadMessages: (userId: number, senderId: number) => Promise<UnreadMessage[]>
    },
  ) {}

  /** Returns the unread part of a group of news; null if there is none. */
  async partOf(
    { userId, group }: { userId: number; group: string },
    settings: NotificationSettings,
    language: Language,
  ): Promise<NewsPart | null> {
    const [what, id] = group.split(':')
    if (what === 'message') return this.messages(userId, Number(id), settings, language)
    return this.thread(userId, Number(id), settings, language)
  }

  private async messages(
    userId: number,
    senderId: number,
    settings: NotificationSettings,
    language: Language,
  ): Promise<NewsPart | null> {
    const [newest, ...more] =
      settings.message === 'mail' ? await this.deps.unreadMessages(userId, senderId) : []
    if (!newest) return null
    const from = { zh: `${newest.sender} 给你发来站内信`, en: `${newest.sender} sent you a message` }
    const count = more.length === 0 ? [] : [NOTICE_MAILS.moreNews(more.length)[language]]
    return {
      kinds: ['message'],
      lines: [from[language], ...(newest.subject === '' ? [] : [newest.subject]), ...count],
      count: 1 + more.length,
      // The text of a message never leaves the forum.
      quotes: [],
      button: { label: NOTICE_MAILS.toMessage[language], path: `/my/messages/${newest.id}` },
      notificationIds: [],
    }
  }

  private async thread(
    userId: number,
    threadId: number,
    settings: NotificationSettings,
    language: Language,
  ): Promise<NewsPart | null> {
    const { db, queries } = this.deps
    const unread = await db.notifications
      .find({ userId, threadId, isRead: false }, { sort: { at: 1, _id: 1 } })
      .toArray()
    const wanted = unread.filter(
      ({ kind, at, mailedAt }) =>
        kind !== 'system' && settings[kind] === 'mail' && (mailedAt === undefined || at > mailedAt),
    )
    const thread = await db.threads.findOne({ _id: threadId }, { projection: { isDeleted: 1 } })
    const readable = thread?.isDeleted ? wanted.filter(({ kind }) => kind === 'moderation') : wanted
    // Those of boards that the member no longer sees are null.
    const presented = await queries.present(readable, language)
    const shown = readable.filter((_, at) => presented[at])
    if (shown.length === 0) return null
    const partsIn = (docs: readonly NotificationDoc[]) =>
      docs.flatMap(({ kind, parts: all, mailedAt }) =>
        kind === 'like' || kind === 'moderation'
          ? []
          : all.filter(({ at }) => !mailedAt || !at || at > mailedAt),
      )
    const parts = partsIn(shown)
    const quoted = partsIn(shown.filter(({ kind }) => kind !== 'update'))
    const quotes = await this.quotesOf(threadId, quoted, language)
    const [first] = parts.toSorted((a, b) => a.number - b.number)
    const postId = first?.postId ?? null
    return {
      kinds: [...new Set(shown.flatMap(({ kind }) => (kind === 'system' ? [] : kind)))],
      count: shown.length,
      lines: presented.flatMap((notification) => (notification ? lineOf(notification, language) : [])),
      quotes,
      button:
        first && postId !== null
          ? { label: NOTICE_MAILS.toPost(first.number)[language], path: `/posts/${postId}` }
          : { label: NOTICE_MAILS.toThread[language], path: `/threads/${threadId}` },
      notificationIds: shown.map(({ _id }) => _id),
    }
  }

  /** Returns the words of the posts that are still in the thread: another one may be hidden from the member. */
  private async quotesOf(
    threadId: number | null,
    parts: readonly NotificationPart[],
    language: Language,
  ): Promise<QuotedWords[]> {
    const { db, members } = this.deps
    const ids = [...new Set(parts.flatMap(({ postId }) => postId ?? []))].slice(0, QUOTED_MAX)
    if (ids.length === 0) return []
    const posts = await db.posts
      .find<MailedPost>(
        { _id: { $in: ids }, threadId: threadId ?? 0, isDeleted: false },
        { projection: { number: 1, authorId: 1, excerpt: 1, mentions: 1 }, sort: { number: 1 } },
      )
      .toArray()
    const people = await members.people([...posts.map(({ authorId }) => authorId), ...mentionedIn(posts)])
    const quoted = posts.map((post) => ({
      author: people.summary(post.authorId).displayName,
      note: NOTICE_MAILS.postNumber(post.number)[language],
      words: withoutNames(post.excerpt, renamedIn([post], people)),
    }))
    const more = new Set(parts.map(({ postId }) => postId)).size - ids.length
    const last = quoted.at(-1)
    if (more > 0 && last) last.note += ` · ${NOTICE_MAILS.moreNews(more)[language]}`
    return quoted
  }
}

/** Returns the names of kinds of notifications, as the settings have them. */
export const kindNames = (kinds: readonly NotificationSettingKind[], language: Language): string[] =>
  kinds.map((kind) => NOTICE_SETTING_TEXTS[kind][language])
