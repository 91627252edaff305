import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Message, MessagePagination, Notification, Post, ThreadInList } from '@forum/shared/contract'
import type { Community, Person } from '../fixtures/community'
import type { Cluster } from './cluster'
import { describeAct, describeLike, type Journal } from './journal'

/** A member, and what the server has acknowledged to them. */
export interface Witness {
  person: Person
  journal: Journal
}

export interface Findings {
  lost: string[]
  doubled: string[]
  outOfOrder: string[]
  /** Anything else that is not as it was acknowledged, or that counts wrongly. */
  wrong: string[]
}

type Listed<Name extends string, Item> = Record<Name, Item[]> & { pagination: { totalPages: number } }

interface Folder {
  messages: Message[]
  total: number
}

const AT_ONCE = 8
const SETTLES_WITHIN_MS = 60_000
const POLL_MS = 300

/** Runs the work of all items, a few at a time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Compares what a forum at rest has stored with what it acknowledged to its members. */
export class Truth {
  readonly findings: Findings = { lost: [], doubled: [], outOfOrder: [], wrong: [] }

  private readonly community: Community

  /** @param apis - of which each has a search index of its own */
  constructor(
    private readonly apis: readonly [Community, ...Community[]],
    private readonly admin: Person,
    private readonly witnesses: readonly Witness[],
    private readonly threadIds: readonly number[],
  ) {
    this.community = apis[0]
  }

  /** @param cluster - whose admin commands recount everything */
  async check(cluster: Cluster): Promise<Findings> {
    const posts = (await Promise.all(this.threadIds.map((id) => this.postsOf(id)))).flat()
    this.checkReplies(posts)
    await forEachOf(posts, (post) => this.checkLikes(post))
    for (const witness of this.witnesses) {
      await this.checkMessages(witness)
      await this.settleNotifications(witness)
    }
    await this.checkReports()
    await this.checkSearch()
    this.expect('search:check', await cluster.admin('search:check'), /agrees with all/)
    this.expect('recount', await cluster.admin('recount'), /^Corrected 0 boards, 0 members and 0 threads\.$/m)
    return this.findings
  }

  private expect(what: string, output: string, wanted: RegExp): void {
    if (!wanted.test(output)) this.findings.wrong.push(`${what}: ${output}`)
  }

  /** Reads all replies of a thread, as an admin, who sees what is deleted. */
  private async postsOf(threadId: number): Promise<Post[]> {
    const posts: Post[] = []
    for (;;) {
      const path = `/posts?threadId=${threadId}&afterNumber=${posts.at(-1)?.number ?? 1}&limit=100`
      const read = await this.community.call<{ posts: Post[] }>('GET', path, this.admin)
      if (read.posts.length === 0) break
      posts.push(...read.posts)
    }
    const { thread } = await this.community.call<{ thread: ThreadInList }>(
      'GET',
      `/threads/${threadId}`,
      null,
    )
    const live = posts.filter(({ isDeleted }) => !isDeleted).length + 1
    if (thread.postCount !== live)
      this.findings.wrong.push(`thread ${threadId} counts ${thread.postCount} of ${live}`)
    const numbers = posts.map(({ number }) => number)
    if (
      !isDeepStrictEqual(
        numbers,
        numbers.map((_, i) => i + 2),
      )
    )
      this.findings.outOfOrder.push(`thread ${threadId} has the numbers ${numbers.join(' ')}`)
    return posts
  }

  /** Every acknowledged reply exists once, as it was last acknowledged, and there are no others. */
  private checkReplies(posts: readonly Post[]): void {
    const { lost, doubled, outOfOrder, wrong } = this.findings
    const byId = new Map(posts.map((post) => [post.id, post]))
    const acknowledged = this.witnesses.flatMap(({ journal }) => journal.replies)
    for (const { id, number, threadId, content, isDeleted } of acknowledged) {
      const post = byId.get(id)
      byId.delete(id)
      if (!post) lost.push(`reply ${id}: ${content}`)
      else if (!isDeepStrictEqual([post.number, post.threadId], [number, threadId]))
        outOfOrder.push(`reply ${id} is ${post.threadId}/${post.number}, not ${threadId}/${number}`)
      else if (!isDeepStrictEqual([post.content, post.isDeleted], [content, isDeleted]))
        wrong.push(`reply ${id}: ${post.content}, ${post.isDeleted} instead of ${content}, ${isDeleted}`)
    }
    for (const { id, content } of byId.values()) doubled.push(`reply ${id}: ${content}`)
    for (const { journal } of this.witnesses) {
      for (const threadId of this.threadIds) {
        const inThread = journal.replies.filter((reply) => reply.threadId === threadId)
        if (inThread.some(({ number }, i) => number <= (inThread[i - 1]?.number ?? 0)))
          outOfOrder.push(
            `replies of one member to thread ${threadId}: ${inThread.map((one) => one.number).join(' ')}`,
          )
      }
    }
  }

  private async checkLikes({ id, isDeleted, likeCount }: Post): Promise<void> {
    if (isDeleted) return
    const isCertain = ({ journal }: Witness) => !journal.doubtfulLikes.includes(id)
    const certain = new Set(this.witnesses.filter(isCertain).map(({ person }) => person.id))
    const expected = this.witnesses
      .filter(({ person, journal }) => certain.has(person.id) && journal.likes[id])
      .map(({ person }) => person.id)
    const { users } = await this.community.call<{ users: { id: number }[] }>(
      'GET',
      `/posts/${id}/likes?limit=100`,
      null,
    )
    const found = users.map((user) => user.id)
    const inOrder = (userIds: number[]) =>
      userIds.filter((userId) => certain.has(userId)).sort((a, b) => a - b)
    if (!isDeepStrictEqual([inOrder(found), likeCount], [inOrder(expected), found.length]))
      this.findings.wrong.push(
        [
          `likes of ${id}: ${likeCount} of ${found.join()} instead of ${expected.join()}`,
          ...this.likesOf(id),
        ].join('\n  '),
      )
  }

  /** Returns the acts of members that liked a post or removed a like. */
  private likesOf(postId: number): string[] {
    return this.witnesses.flatMap(({ person, journal }) =>
      journal.acts
        .filter(({ doing }) => [true, false].some((liked) => doing === describeLike(postId, liked)))
        .map((act) => `${person.id}: ${describeAct(act)}`),
    )
  }

  private async folder(as: Person, type: string): Promise<Folder> {
    const messages: Message[] = []
    let total = 0
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const path = `/messages?type=${type}&page=${page}`
      const read = await this.community.call<{ messages: Message[]; pagination: MessagePagination }>(
        'GET',
        path,
        as,
      )
      messages.push(...read.messages)
      pages = read.pagination.totalPages
      total = read.pagination.totalMessages
    }
    return { messages, total }
  }

  /** Both mailboxes hold each acknowledged message once, and count those that are unread. */
  private async checkMessages({ person, journal }: Witness): Promise<void> {
    const thrownAway = new Set(journal.deletedMessages)
    const received = this.witnesses
      .flatMap((other) => other.journal.messages)
      .filter(({ id, recipientId }) => recipientId === person.id && !thrownAway.has(id))
    const [sent, inbox] = await Promise.all([this.folder(person, 'sent'), this.folder(person, 'inbox')])
    this.checkFolder(`sent by ${person.username}`, journal.messages, sent)
    this.checkFolder(`inbox of ${person.username}`, received, inbox)
    const { count } = await this.community.call<{ count: number }>('GET', '/messages/unread/count', person)
    const unread = inbox.messages.filter(({ isRead }) => !isRead).length
    if (count !== unread)
      this.findings.wrong.push(`${person.username} has ${unread} unread messages, not ${count}`)
  }

  /** A folder also counts its messages, from entries that a list leaves out if their message says that it is deleted. */
  private checkFolder(what: string, expected: readonly { id: number }[], { messages, total }: Folder): void {
    const ids = messages.map(({ id }) => id)
    if (total !== expected.length)
      this.findings.wrong.push(`${total} of ${expected.length} messages, ${what}`)
    for (const { id } of expected) if (!ids.includes(id)) this.findings.lost.push(`message ${id}, ${what}`)
    for (const [i, { id, subject }] of messages.entries()) {
      const isExpected = expected.some((one) => one.id === id)
      if (!isExpected || ids.indexOf(id) !== i)
        this.findings.doubled.push(`message ${id} ${subject}, ${what}`)
    }
  }

  /** Notifications follow the log: after a kill, the sweeper sees to those that are left. */
  private async settleNotifications(witness: Witness): Promise<void> {
    const { lost, doubled, wrong } = this.findings
    const begun = performance.now()
    for (;;) {
      const before = [lost, doubled, wrong].map((found) => ({ found, length: found.length }))
      await this.checkNotifications(witness)
      const isSettled = before.every(({ found, length }) => found.length === length)
      if (isSettled || performance.now() - begun > SETTLES_WITHIN_MS) return
      for (const { found, length } of before) found.length = length
      await wait(POLL_MS)
    }
  }

  /**
   * One unread notification of each thread says from which post on the member was mentioned; what the member has read
   * needs none. The count is that of the list.
   */
  private async checkNotifications({ person }: Witness): Promise<void> {
    const notifications: Notification[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const path = `/notifications?limit=100&page=${page}`
      const read = await this.community.call<Listed<'notifications', Notification>>('GET', path, person)
      notifications.push(...read.notifications)
      pages = read.pagination.totalPages
    }
    for (const threadId of this.threadIds) {
      const path = `/threads/${threadId}`
      const { thread } = await this.community.call<{ thread: ThreadInList }>('GET', path, person)
      const unread = this.witnesses
        .filter((by) => by.person.id !== person.id)
        .flatMap(({ journal }) => journal.replies)
        .filter((reply) => reply.threadId === threadId && reply.mentions === person.id && !reply.isDeleted)
        .map(({ number }) => number)
        .filter((number) => number > (thread.viewer?.lastReadNumber ?? 0))
      const found = notifications.filter(
        (one) => one.kind === 'mention' && !one.isRead && one.thread?.id === threadId,
      )
      const what = `notification of ${person.username} of a mention in thread ${threadId}`
      if (found.length > 1) this.findings.doubled.push(what)
      if (unread.length > 0 && (found[0]?.postNumber ?? Infinity) > Math.min(...unread))
        this.findings.lost.push(`${what}/${unread.join()}: ${JSON.stringify(found[0])}`)
    }
    const { count } = await this.community.call<{ count: number }>(
      'GET',
      '/notifications/unread/count',
      person,
    )
    const unread = notifications.filter(({ isRead }) => !isRead).length
    if (count !== unread)
      this.findings.wrong.push(`${person.username} has ${unread} unread notifications, not ${count}`)
  }

  /** The case of each post has one report of each member who reported it. */
  private async checkReports(): Promise<void> {
    const reports = this.witnesses.flatMap(({ person, journal }) =>
      journal.reports.map((postId) => ({ postId, by: person.id })),
    )
    await forEachOf(reports, async ({ postId, by }) => {
      const path = `/moderation/reports?postId=${postId}`
      const { cases } = await this.community.call<{ cases: { reports: { reporter: { id: number } }[] }[] }>(
        'GET',
        path,
        this.admin,
      )
      const count = cases.flatMap((one) => one.reports).filter(({ reporter }) => reporter.id === by).length
      if (count === 0) this.findings.lost.push(`report of post ${postId} by ${by}`)
      if (count > 1) this.findings.doubled.push(`report of post ${postId} by ${by}`)
    })
  }

  /** A word is found in the post that has it, and nowhere once that is deleted, whichever API searches. */
  private async checkSearch(): Promise<void> {
    const replies = this.witnesses.flatMap(({ journal }) => journal.replies)
    const searches = this.apis.flatMap((api, i) => replies.map((reply) => ({ api, i, ...reply })))
    await forEachOf(searches, async ({ api, i, id, word, isDeleted }) => {
      const { posts } = await api.call<{ posts: Post[] }>('GET', `/search/posts?q=${word}`, null)
      const found = posts.map((post) => post.id)
      if (!isDeepStrictEqual(found, isDeleted ? [] : [id]))
        this.findings.wrong.push(
          `search of api ${i} for ${word} of post ${id}, deleted: ${isDeleted}, finds ${found.join()}`,
        )
    })
  }
}
