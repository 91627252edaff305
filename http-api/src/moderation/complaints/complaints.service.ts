import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { COMPLAINT_DAYS } from '@forum/shared/limits'
import type { Language } from '@forum/shared/errors'
import type { ThreadLogCollections } from '../../log'
import type { MemberDoc, MemberQueries } from '../../members'
import { insertDurable } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import type { Publisher } from '../../platform/work/publisher'
import { UNSETTLED, type CaseDoc } from '../cases/cases.model'
import type { CaseQueries } from '../cases/cases.queries'
import { pageOf } from './page-of'

type GivenComplaint = BodyOf<Api['createComplaint']>

interface Origin {
  /** As counted by limits (`limitAddress`). */
  address: string
  language: Language
}

/** Complaints of people without an account; each is a case for the moderators of every board. */
export class Complaints {
  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'> & {
        cases: Collection<CaseDoc>
        members: Collection<MemberDoc>
      }
      queries: CaseQueries
      members: MemberQueries
      /** Runs what gets past the shield of forms that need no account. */
      shield: <T>(
        given: Pick<GivenComplaint, 'challenge' | 'homepage'>,
        address: string,
        run: () => Promise<T>,
      ) => Promise<T>
      publisher: Publisher
      ids: Ids
      clock: Clock
      onComplaint: (of: CaseDoc) => Promise<void>
      onFailure: (error: unknown) => void
    },
  ) {}

  /**
   * Opens a case for a complaint. Nothing tells the caller whether the page exists.
   *
   * @throws ForumError `VALIDATION_FAILED` for what the shield refuses
   */
  async create(given: GivenComplaint, { address, language }: Origin): Promise<void> {
    const { shield, queries, publisher, onComplaint, onFailure } = this.deps
    const found = await shield(given, address, () => this.store(given, language))
    await queries.publish(found, publisher).catch(onFailure)
    await onComplaint(found)
  }

  private async store(given: GivenComplaint, language: Language): Promise<CaseDoc> {
    const { db, ids, clock, members } = this.deps
    const { url, kind, text, contact, isTrue = false } = given
    const subject = await this.subjectOf(url)
    const role = (await members.people([subject.authorId])).summary(subject.authorId).role
    const now = clock.now()
    const _id = await ids.next('cases')
    const found: CaseDoc = {
      _id,
      kind: 'complaint',
      subject: `complaint ${_id}`,
      ...subject,
      // Moderators of a board do not decide about the law, and the author is nobody whom they know.
      boardId: null,
      message: null,
      complaint: { url, kind, text, contact, isTrue, language },
      isAboutStaff: role !== 'user',
      reports: [],
      reportCount: 1,
      status: 'open',
      ...UNSETTLED,
      createdAt: now,
      version: 1,
      unfinished: [{ id: `report:complaint ${_id}`, kind: 'report', since: now, reportId: 0 }],
    }
    await insertDurable(db.cases, found)
    return found
  }

  /** Returns the page at an address without regard to its readers: moderators of every board may see all pages. */
  private async subjectOf(
    url: string,
  ): Promise<Pick<CaseDoc, 'postId' | 'threadId' | 'authorId' | 'writerId'>> {
    const { db } = this.deps
    const page = pageOf(url)
    const nothing = { postId: null, threadId: null, authorId: NOBODY }
    if (page?.kind === 'member') {
      const member = await db.members.findOne({ _id: page.id }, { projection: { _id: 1 } })
      return member ? { ...nothing, authorId: member._id } : nothing
    }
    if (!page) return nothing
    const postId = page.kind === 'post' ? page.id : await this.openingPostOf(page.id)
    const post = await db.posts.findOne(
      { _id: postId },
      { projection: { threadId: 1, authorId: 1, writerId: 1 } },
    )
    if (!post) return nothing
    const { threadId, authorId, writerId } = post
    return {
      postId,
      // A post that moves is in no thread; the case gets its thread when it arrives.
      threadId: threadId < 0 ? null : threadId,
      authorId,
      ...(writerId === undefined ? {} : { writerId }),
    }
  }

  /** Returns the post that opened a thread, wherever it is by now. */
  private async openingPostOf(threadId: number): Promise<number> {
    const thread = await this.deps.db.threads.findOne({ _id: threadId }, { projection: { openingPostId: 1 } })
    return thread?.openingPostId ?? NOBODY
  }

  /** Removes what complaints say, and how to reach who wrote them, a time after their cases were settled. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    const before = new Date(clock.now().getTime() - COMPLAINT_DAYS * DAY_MS)
    await db.cases.updateMany(
      {
        kind: 'complaint',
        status: { $in: ['resolved', 'dismissed'] },
        handledAt: { $lt: before },
        'complaint.text': { $ne: null },
      },
      { $set: { 'complaint.text': null, 'complaint.contact': null }, $unset: { 'settled.answer': 1 } },
    )
  }
}

/** The author or the post of a page that is not found; none has this id. */
const NOBODY = 0
