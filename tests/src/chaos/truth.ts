import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type {
  Message,
  MessagePagination,
  MovedPost,
  Notification,
  Post,
  Thread,
  ThreadInList,
} from '@forum/shared/contract'
import type { Community, Person } from '../fixtures/community'
import type { Cluster } from './cluster'
import { heldStatuses, wrongStatuses } from './held-truth'
import { describeAct, describeLike, type HeldText, type Journal } from './journal'
import { placesOf, type Place } from './places'

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

/** The content of the first post of every thread that a run starts with. */
export const OPENING = '开头'
/** The title of a thread, at the head of a post that opened it until it was merged. */
const HEADING = /^\[quote\][^[\]]*\[\/quote\]\n/

/** Compares what a forum at rest has stored with what it acknowledged to its members. */
export class Truth {
  readonly findings: Findings = { lost: [], doubled: [], outOfOrder: [], wrong: [] }
  /** Words that nobody but their author and moderators may read. */
  unpublished: string[] = []

  private readonly community: Community
  private readonly places: ReadonlyMap<number, Place[]>
  /** Texts that were approved. */
  private approved: HeldText[] = []
  /** The threads that replies open by now, by the id of the reply. */
  private readonly opened = new Map<number, number>()

  /**
   * @param apis - of which each has a search index of its own
   * @param threads - those that the run has started
   */
  constructor(
    private readonly apis: readonly [Community, ...Community[]],
    private readonly admin: Person,
    private readonly witnesses: readonly Witness[],
    private readonly threads: { threadIds: readonly number[]; secretIds: readonly number[] },
  ) {
    this.community = apis[0]
    this.places = placesOf(
      this.replies,
      this.of(({ moves }) => moves),
    )
  }

  private of<Item>(items: (journal: Journal) => readonly Item[]): Item[] {
    return this.witnesses.flatMap(({ journal }) => items(journal))
  }

  private get replies() {
    return this.of(({ replies }) => replies)
  }

  /** @param cluster - whose admin commands recount everything */
  async check(cluster: Cluster): Promise<Findings> {
    await this.settleMoves()
    await this.checkHeld()
    const posts = (await Promise.all((await this.allThreads()).map((id) => this.postsOf(id)))).flat()
    this.checkReplies(posts)
    await this.checkPlaces()
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

  /** Replies that have left their thread arrive in the other one: after a kill, the sweeper sees to those that are left. */
  private async settleMoves(): Promise<void> {
    const moved = this.replies.filter(({ id }) => this.places.get(id)!.length > 1)
    const reader = this.community.as(this.admin)
    const begun = performance.now()
    await forEachOf(moved, async ({ id }) => {
      while (performance.now() - begun < SETTLES_WITHIN_MS) {
        try {
          await reader.call('getPost', { postId: id })
          return
        } catch {
          await wait(POLL_MS)
        }
      }
    })
  }

  private async checkHeld(): Promise<void> {
    const texts = this.of(({ held }) => held)
    const statuses = await heldStatuses(this.community, this.admin)
    const decisions = this.of((journal) => journal.decisions)
    this.findings.wrong.push(...wrongStatuses(texts, decisions, statuses))
    this.approved = texts.filter(({ heldId }) => statuses.get(heldId) === 'approved')
    this.unpublished = texts
      .filter((text) => !this.approved.includes(text))
      .flatMap(({ versions }) => versions.map(({ word }) => word))
  }

  /** Returns the ids of all threads, which an admin sees in one list. */
  private async allThreads(): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { threads, pagination } = await this.community
        .as(this.admin)
        .call('listThreads', { limit: 100, page })
      ids.push(...threads.map(({ id }) => id))
      pages = pagination.totalPages
    }
    return ids
  }

  private expect(what: string, output: string, wanted: RegExp): void {
    if (!wanted.test(output)) this.findings.wrong.push(`${what}: ${output}`)
  }

  /** Reads all posts of a thread, as an admin, who sees what is deleted. */
  private async postsOf(threadId: number): Promise<Post[]> {
    const posts: Post[] = []
    const moved: MovedPost[] = []
    let thread: Thread | null = null
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const read = await this.community.as(this.admin).call('getThread', { threadId, page, limit: 100 })
      thread = read.thread
      if (page === 1 && thread.openingPost) posts.push(thread.openingPost)
      posts.push(...read.posts)
      moved.push(...read.moved)
      pages = read.pagination.totalPages
    }
    const live = posts.filter(({ isDeleted }) => !isDeleted).length
    if (thread?.postCount !== live)
      this.findings.wrong.push(`thread ${threadId} counts ${thread?.postCount} of ${live}`)
    const numbers = [...posts, ...moved].map(({ number }) => number).sort((a, b) => a - b)
    if (numbers.some((number, i) => number !== i + 1))
      this.findings.outOfOrder.push(`thread ${threadId} has the numbers ${numbers.join(' ')}`)
    return posts
  }

  /** Returns the possible contents of a reply at the end: several if its author does not know which. */
  private contentsOf({ id, content }: { id: number; content: string }): string[] {
    const edit = this.approved.find(({ postId }) => postId === id)
    return edit ? edit.versions.map((version) => version.content) : [content]
  }

  /** Every acknowledged reply and approved text exists once, as it was last acknowledged, and there are no others. */
  private checkReplies(posts: readonly Post[]): void {
    const { lost, doubled, outOfOrder, wrong } = this.findings
    const byId = new Map(posts.map((post) => [post.id, post]))
    if (byId.size < posts.length) doubled.push(`${posts.length - byId.size} posts are in two places`)
    for (const reply of this.replies) {
      const { id, isDeleted } = reply
      const post = byId.get(id)
      byId.delete(id)
      const [first, ...moves] = this.places.get(id)!
      const { threadId, number } = moves.at(-1) ?? first!
      if (!post) lost.push(`reply ${id}: ${reply.content}`)
      else if (post.threadId !== threadId || post.number !== (number ?? post.number))
        outOfOrder.push(`reply ${id} is ${post.threadId}/${post.number}, not ${threadId}/${number}`)
      else {
        if (post.isOpeningPost) this.opened.set(id, post.threadId)
        const said = moves.length > 0 ? post.content.replace(HEADING, '') : post.content
        const contents = this.contentsOf(reply)
        if (!contents.includes(said) || post.isDeleted !== isDeleted)
          wrong.push(`reply ${id}: ${said}, ${post.isDeleted} instead of ${contents.join()}, ${isDeleted}`)
      }
    }
    for (const text of this.approved.filter(({ kind }) => kind !== 'edit')) {
      const contents = text.versions.map(({ content }) => content)
      const found = [...byId.values()].filter((post) => contents.includes(post.content.replace(HEADING, '')))
      if (found.length === 0) lost.push(`approved text ${text.heldId}: ${contents.join()}`)
      if (found.length > 1) doubled.push(`approved text ${text.heldId}: ${contents.join()}`)
      for (const { id } of found) byId.delete(id)
    }
    const doubtful = this.of(({ doubtfulWords }) => doubtfulWords)
    const openings = [...byId.values()].filter(({ content }) => content.endsWith(OPENING))
    const started = this.threads.threadIds.length + this.threads.secretIds.length
    if (openings.length !== started) wrong.push(`${openings.length} instead of ${started} first posts`)
    for (const post of byId.values())
      if (!openings.includes(post) && !doubtful.some((word) => post.content.includes(word)))
        doubled.push(`post ${post.id}: ${post.content}`)
    for (const { journal } of this.witnesses) {
      const threadIds = new Set(journal.replies.map(({ threadId }) => threadId))
      for (const threadId of threadIds) {
        const inThread = journal.replies.filter((reply) => reply.threadId === threadId)
        if (inThread.some(({ number }, i) => number <= (inThread[i - 1]?.number ?? 0)))
          outOfOrder.push(
            `replies of one member to thread ${threadId}: ${inThread.map((one) => one.number).join(' ')}`,
          )
      }
    }
  }

  /** The address of a reply leads to it, as does the one that it had when it was written. */
  private async checkPlaces(): Promise<void> {
    const moved = this.replies.filter(({ id }) => this.places.get(id)!.length > 1)
    const reader = this.community.as(this.admin)
    await forEachOf(moved, async ({ id, threadId, number }) => {
      const { threadId: now } = this.places.get(id)!.at(-1)!
      try {
        const { post } = await reader.call('getPost', { postId: id })
        const { thread, posts } = await reader.call('getThread', { threadId, number })
        const isThere = thread.openingPostId === id || posts.some((one) => one.id === id)
        if (post.threadId !== now || thread.id !== now || !isThere)
          this.findings.wrong.push(
            `reply ${id} is in ${now}, not ${post.threadId}, and ${threadId}/${number} leads to ${thread.id}`,
          )
      } catch (error) {
        this.findings.lost.push(`reply ${id} has no place: ${String(error)}`)
      }
    })
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
      this.admin,
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
    // Notifications go with posts that move, and those of posts in several threads stay.
    const moves = this.of((journal) => journal.moves)
    const still = this.threads.threadIds.filter(
      (id) => !moves.some(({ from, to }) => [from, to].includes(id)),
    )
    for (const threadId of still) {
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
    const open = this.replies.filter(({ threadId }) => !this.threads.secretIds.includes(threadId))
    const wanted = open.map(({ id, word, isDeleted }) => {
      const edit = this.approved.find(({ postId }) => postId === id)
      return { words: edit?.versions.map((version) => version.word) ?? [word], ids: isDeleted ? [] : [id] }
    })
    const searches = [
      ...wanted.filter(({ words }) => words.length === 1),
      ...this.unpublished.map((word) => ({ words: [word], ids: [] })),
    ].flatMap((one) => this.apis.map((api, i) => ({ api, i, ...one })))
    await forEachOf(searches, async ({ api, i, words: [word], ids }) => {
      // The first post of a thread is found as the thread.
      const threadId = this.opened.get(ids[0] ?? 0)
      const { posts } = await api.as().call('searchPosts', { q: word! })
      const { threads } = await api.as().call('searchThreads', { q: word! })
      const found = [...posts.map((post) => post.id), ...threads.map((thread) => -thread.id)]
      if (!isDeepStrictEqual(found, threadId === undefined ? ids : [-threadId]))
        this.findings.wrong.push(
          `search of api ${i} for ${word} finds ${found.join()} instead of ${ids.join()}`,
        )
    })
  }
}
