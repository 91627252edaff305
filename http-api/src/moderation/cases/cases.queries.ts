import type { mongo } from 'mongoose'
import { paginate, type Case, type Pagination } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { audiences, type AudienceOf } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { isStaff, mayHandleCase, mayReadModeration, type Actor } from '@forum/shared/policies'
import { plainText } from '@forum/shared/markup'
import type { Collection } from '../../platform/mongo/model'
import type { BoardQueries } from '../../boards'
import type { MemberQueries } from '../../members'
import { authorize } from '../../platform/http/authorize'
import type { Publisher } from '../../platform/work/publisher'
import { readPage } from '../../platform/http/read-page'
import type { Viewer } from '../../platform/http/viewer'
import { accountOf, type PostDoc, type ThreadDoc, type ThreadLogCollections } from '../../log'
import type { CaseDoc } from './cases.model'
import { presentCase, type CaseContext } from './cases.presenter'

interface CaseFilter {
  status: 'open' | 'mine' | 'handled' | 'resolved' | 'dismissed'
  page: number
  limit: number
  boardId?: number | undefined
  /** Every case of one post, whatever its status. */
  postId?: number | undefined
}

/** Reads of cases. */
export class CaseQueries {
  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'> & { cases: Collection<CaseDoc> }
      boards: BoardQueries
      members: MemberQueries
      clock: Clock
      /** Returns where a text contains words of the filter. */
      wordsIn: (text: string) => Promise<[from: number, to: number][]>
      /** Returns true if settling a case mails an answer. */
      isMailed: (of: CaseDoc) => boolean
    },
  ) {}

  /**
   * Returns a page of the cases that the caller may handle.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list(
    { status, page, limit, boardId, postId }: CaseFilter,
    { actor }: Viewer,
  ): Promise<{ cases: Case[]; pagination: Pagination }> {
    authorize(mayReadModeration(actor, boardId))
    const { db, clock } = this.deps
    const isOpen = status === 'open' || status === 'mine'
    const byStatus: mongo.Filter<CaseDoc> = isOpen
      ? { status: 'open' }
      : { status: status === 'handled' ? { $in: ['resolved', 'dismissed'] as const } : status }
    const filter: mongo.Filter<CaseDoc> = {
      ...(await this.visibleTo(actor, boardId)),
      ...(postId === undefined ? byStatus : { postId }),
      ...(status === 'mine' ? { claimedBy: actor.id, claimedUntil: { $gt: clock.now() } } : {}),
    }
    const sort: Record<string, 1 | -1> =
      postId !== undefined
        ? { createdAt: -1, _id: -1 }
        : isOpen
          ? { reportCount: -1, createdAt: 1, _id: 1 }
          : { handledAt: -1, _id: -1 }
    const cases = await readPage({ page, limit }, (rows) =>
      db.cases.find(filter, { sort, ...rows }).toArray(),
    )
    const total = await db.cases.countDocuments(filter, { limit: COUNT_MAX })
    return { cases: await this.present(cases), pagination: paginate(page, limit, total) }
  }

  /** Returns the number of open cases that an actor may handle, and the time of the oldest. */
  async countOpen(actor: Actor): Promise<{ openReports: number; oldestOpenReportAt: string | null }> {
    const filter = { status: 'open', ...(await this.visibleTo(actor)) } as const
    const { cases: collection } = this.deps.db
    const [openReports, oldest] = await Promise.all([
      collection.countDocuments(filter, { limit: COUNT_MAX }),
      collection.findOne(filter, { projection: { createdAt: 1 }, sort: { createdAt: 1 } }),
    ])
    const { createdAt } = (oldest ?? {}) as Partial<CaseDoc>
    return { openReports, oldestOpenReportAt: createdAt?.toISOString() ?? null }
  }

  private async visibleTo(actor: Actor, boardId?: number): Promise<mongo.Filter<CaseDoc>> {
    const moderatedIds = isStaff(actor) ? undefined : [...actor.moderatedBoardIds]
    const within =
      boardId === undefined ? undefined : (await this.deps.boards.wholeStructure()).withDescendants(boardId)
    const boardIds = within ?? moderatedIds
    return {
      ...(boardIds === undefined ? {} : { boardId: { $in: boardIds } }),
      ...(actor.role === 'admin' ? {} : { isAboutStaff: false }),
      authorId: { $ne: actor.id },
      writerId: { $ne: actor.id },
    }
  }

  /**
   * Returns a case that an actor may handle.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async byId(id: number, actor: Actor): Promise<CaseDoc> {
    const found = await this.deps.db.cases.findOne({ _id: id })
    if (!found) throw new ForumError('NOT_FOUND')
    const { role } = (await this.deps.members.people([found.authorId])).summary(found.authorId)
    const isAboutStaff = found.isAboutStaff && role === 'user' ? 'moderator' : role
    const author = { id: accountOf(found), role: isAboutStaff }
    authorize(mayHandleCase(actor, { boardId: found.boardId, author }))
    return found
  }

  /** Returns whether an actor may handle an open report of a private message. */
  async handlesMessage(messageId: number, actor: Actor): Promise<boolean> {
    const found = await this.deps.db.cases.findOne(
      { subject: `message ${messageId}`, status: 'open' },
      { projection: { _id: 1 } },
    )
    if (!found) return false
    try {
      await this.byId(found._id, actor)
      return true
    } catch (error) {
      if (error instanceof ForumError) return false
      throw error
    }
  }

  async present(cases: readonly CaseDoc[]): Promise<Case[]> {
    const context = await this.contextOf(cases)
    return cases.map((found) => presentCase(found, context))
  }

  /** Presents a case with the text of its message. */
  async presentWhole(found: CaseDoc): Promise<Case> {
    return presentCase(found, await this.contextOf([found], true), true)
  }

  /** Presents the notes of a case. */
  async history({ notes }: CaseDoc) {
    const people = await this.deps.members.people(notes.map(({ by }) => by))
    return notes.map(({ by, at, text }) => ({ by: people.summary(by), at: at.toISOString(), text }))
  }

  /** @param isWhole whether to look for words in whole texts, also of messages, instead of excerpts */
  async contextOf(cases: readonly CaseDoc[], isWhole = false): Promise<CaseContext> {
    const { db, members } = this.deps
    const postIds = cases.flatMap(({ postId }) => postId ?? [])
    const threadIds = cases.flatMap(({ threadId }) => threadId ?? [])
    const [posts, threads, people] = await Promise.all([
      postIds.length === 0
        ? []
        : db.posts
            .find<PostDoc>({ _id: { $in: postIds } }, isWhole ? {} : { projection: { content: 0 } })
            .toArray(),
      threadIds.length === 0 ? [] : db.threads.find<ThreadDoc>({ _id: { $in: threadIds } }).toArray(),
      members.people(
        cases.flatMap(({ authorId, message, reports, claimedBy, handledBy }) => [
          authorId,
          message?.recipientId ?? authorId,
          claimedBy ?? authorId,
          handledBy ?? authorId,
          ...reports.map(({ reporterId }) => reporterId),
        ]),
      ),
    ])
    const byId = new Map(posts.map((post) => [post._id, post]))
    return {
      posts: byId,
      threads: new Map(threads.map((thread) => [thread._id, thread])),
      people,
      isMailed: this.deps.isMailed,
      words: new Map(
        await Promise.all(
          cases.map(
            async (found) =>
              [found._id, await this.wordsOf(found, { posts: byId, people }, isWhole)] as const,
          ),
        ),
      ),
    }
  }

  /** Returns the words of the filter in what was reported, each once, as they are written there. */
  private async wordsOf(
    { kind, postId, message, authorId }: CaseDoc,
    { posts, people }: Pick<CaseContext, 'posts' | 'people'>,
    isWhole: boolean,
  ): Promise<string[]> {
    const post = posts.get(postId ?? 0)
    const texts = post ? [isWhole ? plainText(post.content, { quotes: true }) : post.excerpt] : []
    if (message && isWhole) texts.push(message.subject ?? '', message.content ?? '')
    if (kind === 'member')
      texts.push(people.summary(authorId).displayName, ...Object.values(people.profileTexts(authorId)))
    const words = new Set<string>()
    for (const text of texts)
      for (const [from, to] of await this.deps.wordsIn(text)) words.add(text.slice(from, to))
    return [...words]
  }

  /** Publishes a case to those who may handle it, without the text of a message. */
  async publish(found: CaseDoc, publisher: Publisher): Promise<void> {
    if (!publisher.isActive) return
    const [shown] = await this.present([found])
    if (!shown) return
    const envelope = publisher.newEnvelope()
    for (const audience of await this.audiencesOf(found)) {
      await publisher.publish(audience, 'moderation:report', { case: shown }, envelope)
    }
  }

  /** Returns who may hear of a case. A room never has members that the case must be hidden from. */
  async audiencesOf({
    boardId,
    authorId,
    writerId = authorId,
    isAboutStaff,
  }: Pick<CaseDoc, 'boardId' | 'authorId' | 'writerId' | 'isAboutStaff'>): Promise<
    AudienceOf<'moderation:report'>[]
  > {
    if (isAboutStaff) return []
    const isOfAuthor =
      boardId === null || (await this.deps.boards.wholeStructure()).moderatedBy(writerId).includes(boardId)
    return [
      audiences.moderation(),
      ...(isOfAuthor || boardId === null ? [] : [audiences.moderation(boardId)]),
    ]
  }
}
