import {
  paginateMessages,
  type Conversation,
  type GroupConversation,
  type Message,
  type MessageFolder,
  type MessagePagination,
  type UserSummary,
} from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { MESSAGES_FOUND_MAX, MESSAGES_SEARCHED_MAX } from '../platform/limits'
import { mayReadMessage, mayReportMessage, type Actor } from '@forum/shared/policies'
import type { MemberDoc, MemberQueries } from '../members'
import type { MessageCollections } from './collections'
import type { GroupConversations } from './group-conversations.service'
import { ENTRY_INDEXES, NEWEST_FIRST, type MailboxEntryDoc, type MessageDoc } from './messages.model'
import { peopleIn, presentMessage, presentMessageInList } from './messages.presenter'
import { authorize } from '../platform/http/authorize'
import { readPage } from '../platform/http/read-page'
import type { Collection } from '../platform/mongo/model'
import { queryTerms } from './search-terms'

interface Paged {
  page: number
  limit: number
}

export interface MessageList {
  messages: Message[]
  pagination: MessagePagination
}

type Entry = Pick<MailboxEntryDoc, 'messageId'>

/** Reads of a member's own mailbox: every query begins with its owner. */
export class MessageQueries {
  constructor(
    private readonly db: MessageCollections & { members: Collection<MemberDoc> },
    private readonly members: MemberQueries,
    private readonly groups: GroupConversations,
  ) {}

  /**
   * Returns a message to one of its parties.
   *
   * @throws ForumError `NOT_FOUND` to everyone else
   */
  async one(actor: Actor, messageId: number): Promise<Message> {
    const message = await this.db.messages.findOne({ _id: messageId })
    if (!message || mayReadMessage(actor, message) !== 'allowed') throw new ForumError('NOT_FOUND')
    return this.present(message, actor.id)
  }

  /**
   * Returns a message that an actor received and may report.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the sender, `MUTED`
   */
  async reportable(actor: Actor, messageId: number): Promise<MessageDoc> {
    const message = await this.db.messages.findOne({ _id: messageId })
    if (!message) throw new ForumError('NOT_FOUND')
    authorize(mayReportMessage(actor, message))
    return message
  }

  /** Returns who may read each of some messages; those that do not exist are missing. */
  async readers(messageIds: readonly number[]): Promise<ReadonlyMap<number, (actor: Actor) => boolean>> {
    const found = await this.byId(messageIds)
    return new Map(
      [...found].map(([id, message]) => [id, (actor) => mayReadMessage(actor, message) === 'allowed']),
    )
  }

  async present(message: MessageDoc, viewerId: number): Promise<Message> {
    return presentMessage(message, await this.people([message]), viewerId)
  }

  /** Returns the newest unread messages of a conversation, the newest first: with another member or a group (`correspondentOf`). */
  async unreadIn(ownerId: number, otherUserId: number, limit: number): Promise<MessageDoc[]> {
    const filter = { ownerId, otherUserId, isUnread: true }
    const entries = await this.db.mailboxEntries
      .find<Entry>(filter, { projection: { _id: 0, messageId: 1 }, sort: { messageId: -1 }, limit })
      .toArray()
    const byId = await this.byId(entries.map(({ messageId }) => messageId))
    return entries.flatMap(({ messageId }) => byId.get(messageId) ?? [])
  }

  /** Returns a page of a folder, or of the search results in it. */
  async folder(
    actor: Actor,
    { type, q, ...paged }: Paged & { type: MessageFolder; q?: string | undefined },
  ): Promise<MessageList> {
    const terms = queryTerms(q ?? '')
    if (terms?.length === 0) return { messages: [], pagination: paginateMessages(paged.page, paged.limit, 0) }
    const folder = { ownerId: actor.id, folder: type === 'sent' ? 'sent' : 'inbox', isDeleted: false }
    const unread = { ownerId: actor.id, isUnread: true }
    const found =
      terms !== null
        ? await this.search({ ...folder, ...(type === 'unread' ? { isUnread: true } : {}) }, terms, paged)
        : type === 'unread'
          ? await this.page(unread, 'unread', paged)
          : await this.page(folder, 'folder', paged)
    const { messages, pagination } = await this.load(actor, found, paged)
    const people = await this.people(messages)
    return {
      messages: messages.map((message) => presentMessageInList(message, people, actor.id)),
      pagination,
    }
  }

  /** Returns a page of the messages between the caller and another member, newest first. */
  async withMember(
    actor: Actor,
    { otherUserId, ...paged }: Paged & { otherUserId: number },
  ): Promise<MessageList & { otherUser: UserSummary }> {
    const filter = { ownerId: actor.id, otherUserId, isDeleted: false }
    const found = await this.page(filter, 'withMember', paged)
    const { messages, pagination } = await this.load(actor, found, paged)
    if (messages.length === 0 && !(await this.db.members.findOne({ _id: otherUserId })))
      throw new ForumError('NOT_FOUND')
    const people = await this.people(messages, [otherUserId])
    return {
      messages: messages.map((message) => presentMessage(message, people, actor.id)),
      otherUser: people.summary(otherUserId),
      pagination,
    }
  }

  /**
   * Returns a page of the messages of a group conversation that one of its members received or sent, newest first.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async inGroup(
    actor: Actor,
    { conversationId, ...paged }: Paged & { conversationId: number },
  ): Promise<MessageList & { conversation: GroupConversation }> {
    const { _id } = await this.groups.ofMember(actor, conversationId)
    const filter = { ownerId: actor.id, otherUserId: -_id, isDeleted: false }
    const found = await this.page(filter, 'withMember', paged)
    const { messages, pagination } = await this.load(actor, found, paged)
    const people = await this.people(messages)
    return {
      conversation: await this.groups.present(_id, actor.id),
      messages: messages.map((message) => presentMessage(message, people, actor.id)),
      pagination,
    }
  }

  /** Returns a page of the caller's conversations, the one with the newest message first. */
  async conversations(
    actor: Actor,
    { page, limit }: Paged,
  ): Promise<{ threads: Conversation[]; pagination: MessagePagination }> {
    const filter = { ownerId: actor.id, isEmpty: false }
    const { conversations: stored } = this.db
    const [rows, total] = await Promise.all([
      readPage({ page, limit }, (rows) =>
        stored
          .find(filter, {
            projection: { _id: 0, ownerId: 1, otherUserId: 1, lastAt: 1 },
            sort: { lastAt: -1, otherUserId: -1 },
            ...rows,
          })
          .toArray(),
      ),
      stored.countDocuments(filter, { limit: COUNT_MAX }),
    ])
    const ids = rows.map(({ ownerId, otherUserId }) => `${ownerId}:${otherUserId}`)
    const found = await stored.find({ _id: { $in: ids } }).toArray()
    const byId = new Map(found.map((conversation) => [conversation._id, conversation]))
    const conversations = ids.flatMap((id) => byId.get(id) ?? [])
    const last = await this.byId(conversations.flatMap(({ lastMessageId }) => lastMessageId ?? []))
    const [people, groups] = await Promise.all([
      this.people(
        [...last.values()],
        conversations.flatMap(({ otherUserId }) => (otherUserId > 0 ? otherUserId : [])),
      ),
      this.groups.presented(
        conversations.flatMap(({ otherUserId }) => (otherUserId < 0 ? -otherUserId : [])),
        actor.id,
      ),
    ])
    const threads = conversations.flatMap(({ lastMessageId, otherUserId, unreadCount, messageCount }) => {
      const message = lastMessageId === null ? undefined : last.get(lastMessageId)
      const group = groups.get(-otherUserId) ?? null
      if (!message || (otherUserId < 0 && group === null)) return []
      return {
        otherUserId: group ? null : otherUserId,
        otherUser: group ? null : people.summary(otherUserId),
        group,
        lastMessage: presentMessageInList(message, people, actor.id),
        unreadCount,
        messageCount,
      }
    })
    return { threads, pagination: paginateMessages(page, limit, total) }
  }

  private people(messages: readonly MessageDoc[], others: readonly number[] = []) {
    return this.members.people([...others, ...messages.flatMap(peopleIn)])
  }

  private async page(
    filter: object,
    index: keyof typeof ENTRY_INDEXES,
    paged: Paged,
  ): Promise<{ entries: Entry[]; total: number }> {
    const { mailboxEntries } = this.db
    const hint = ENTRY_INDEXES[index]
    const [entries, total] = await Promise.all([
      readPage(paged, (rows) =>
        mailboxEntries
          .find(filter, { projection: { _id: 0, messageId: 1 }, sort: NEWEST_FIRST, ...rows, hint })
          .toArray(),
      ),
      mailboxEntries.countDocuments(filter, { limit: COUNT_MAX, hint }),
    ])
    return { entries, total }
  }

  /**
   * Returns the entries that have all terms, the newest first. Of several terms, the entries with the rarest are read to
   * look for the others: the newest `MESSAGES_SEARCHED_MAX`, up to `MESSAGES_FOUND_MAX` hits.
   */
  private async search(
    folder: object,
    terms: readonly string[],
    paged: Paged,
  ): Promise<{ entries: Entry[]; total: number }> {
    const { mailboxEntries } = this.db
    const hint = ENTRY_INDEXES.search
    if (terms.length === 1) return this.page({ ...folder, terms: terms[0] }, 'search', paged)
    const counts = await Promise.all(
      terms.map((term) =>
        mailboxEntries.countDocuments({ ...folder, terms: term }, { limit: MESSAGES_SEARCHED_MAX, hint }),
      ),
    )
    const least = Math.min(...counts)
    if (least === 0) return { entries: [], total: 0 }
    const rarest = terms[counts.indexOf(least)] ?? ''
    const newest = { projection: { _id: 0, createdAt: 1 }, sort: NEWEST_FIRST, hint } as const
    const last =
      least < MESSAGES_SEARCHED_MAX
        ? null
        : await mailboxEntries.findOne({ ...folder, terms: rarest }, { ...newest, skip: least - 1 })
    const limit = MESSAGES_FOUND_MAX
    const entries = await mailboxEntries
      .find(
        {
          ...folder,
          terms: { $all: [rarest, ...terms] },
          ...(last ? { createdAt: { $gte: last.createdAt } } : {}),
        },
        { projection: { _id: 0, messageId: 1 }, sort: NEWEST_FIRST, limit, batchSize: limit, hint },
      )
      .toArray()
    const skipped = (paged.page - 1) * paged.limit
    return { entries: entries.slice(skipped, skipped + paged.limit), total: entries.length }
  }

  /** The messages of a page of entries. Messages whose entries are out of date are left out. */
  private async load(
    actor: Actor,
    { entries, total }: { entries: Entry[]; total: number },
    { page, limit }: Paged,
  ): Promise<{ messages: MessageDoc[]; pagination: MessagePagination }> {
    const byId = await this.byId(entries.map(({ messageId }) => messageId))
    const messages = entries
      .flatMap(({ messageId }) => byId.get(messageId) ?? [])
      .filter((message) => mayReadMessage(actor, message) === 'allowed')
    return { messages, pagination: paginateMessages(page, limit, total) }
  }

  private async byId(ids: readonly number[]): Promise<ReadonlyMap<number, MessageDoc>> {
    if (ids.length === 0) return new Map()
    const found = await this.db.messages.find({ _id: { $in: ids } }).toArray()
    return new Map(found.map((message) => [message._id, message]))
  }
}
