import type { BoardRights } from '@forum/shared/access'
import { DAY_MS, MINUTE_MS, ageMs, type Clock } from '@forum/shared/clock'
import type { NotificationSettings } from '@forum/shared/contract'
import { NOTICE_MAILS, type Language } from '@forum/shared/bilingual'
import { DIGEST_THREADS } from '../../platform/limits'
import { withoutNames } from '@forum/shared/markup'
import { cutWithEllipsis } from '@forum/shared/text'
import type { BoardLevels } from '../../boards'
import { accountOf, type ThreadDoc, type ThreadLogCollections } from '../../log'
import { mentionedIn, renamedIn, type Blocks, type MemberQueries } from '../../members'
import { replyCountOf, type ReadStates } from '../../threads'
import type { ListedThread } from './letter'

/** Characters of each thread's words: about three lines on a phone. */
const WORDS_MAX = 60

/** Threads from which the best of the rest are chosen: the same for all members, read again after a while. */
const BEST_CANDIDATES = 50
const BEST_MAX_AGE_MS = 10 * MINUTE_MS

type Listed = Pick<
  ThreadDoc,
  | '_id'
  | 'boardId'
  | 'authorId'
  | 'writerId'
  | 'title'
  | 'excerpt'
  | 'mentions'
  | 'postCount'
  | 'lastNumber'
  | 'lastPostAt'
  | 'lastPostNumber'
  | 'isFeatured'
>
const LISTED = {
  boardId: 1,
  authorId: 1,
  writerId: 1,
  title: 1,
  excerpt: 1,
  mentions: 1,
  postCount: 1,
  lastNumber: 1,
  lastPostAt: 1,
  lastPostNumber: 1,
  isFeatured: 1,
} as const

/** Chooses the threads of digests: those a member follows that have moved, then the best of the rest. */
export class DigestLetters {
  private readonly best = new Map<number, { at: number; threads: Listed[] }>()

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'threads'>
      members: MemberQueries
      blocks: Pick<Blocks, 'list'>
      readStates: Pick<ReadStates, 'of' | 'watchedBy'>
      levels: Pick<BoardLevels, 'chosenBy'>
      /** Returns what members may read. */
      rightsOf: (userIds: readonly number[]) => Promise<(userId: number) => BoardRights>
      clock: Clock
    },
  ) {}

  /** Returns what a member's digest lists, without what the member has read; empty if there is nothing. */
  async threadsFor(
    userId: number,
    { digest }: Pick<NotificationSettings, 'digest'>,
    { language, siteUrl }: { language: Language; siteUrl: string },
  ): Promise<ListedThread[]> {
    const { db, members, blocks, readStates, levels, clock } = this.deps
    const days = digest === 'daily' ? 1 : 7
    const since = new Date(clock.now().getTime() - days * DAY_MS)
    const watchedIds = await readStates.watchedBy(userId)
    const watched = await db.threads
      .find<Listed>(
        { _id: { $in: watchedIds }, isDeleted: false, lastPostAt: { $gt: since } },
        { projection: LISTED, sort: { lastPostAt: -1 }, limit: BEST_CANDIDATES },
      )
      .toArray()
    const chosenBoards = await levels.chosenBy(userId)
    const inFollowed = await db.threads
      .find<Listed>(
        { boardId: { $in: [...chosenBoards.followed] }, isDeleted: false, createdAt: { $gt: since } },
        { projection: LISTED, sort: { postCount: -1, lastPostAt: -1, _id: -1 }, limit: BEST_CANDIDATES },
      )
      .toArray()
    const best = (await this.bestOf(days, since)).filter(({ boardId }) => !chosenBoards.hidden.has(boardId))
    const rest = [...new Map([...inFollowed, ...best].map((thread) => [thread._id, thread])).values()].filter(
      ({ _id }) => !watchedIds.includes(_id),
    )
    const candidates = [...watched, ...rest]
    const [states, blocked, rightsOf] = await Promise.all([
      readStates.of(
        userId,
        candidates.map(({ _id }) => _id),
      ),
      blocks.list(userId),
      this.deps.rightsOf([userId]),
    ])
    const { hidden } = rightsOf(userId)
    const blockedIds = new Set(blocked.map(({ id }) => id))
    const chosen = candidates
      .filter((thread) => accountOf(thread) !== userId || watchedIds.includes(thread._id))
      .filter((thread) => !blockedIds.has(thread.authorId) && !hidden.has(thread.boardId))
      .filter((thread) => states.isUnread(thread) && !states.of(thread).isMuted)
      .slice(0, DIGEST_THREADS)
    const people = await members.people([...chosen.map(({ authorId }) => authorId), ...mentionedIn(chosen)])
    return chosen.map((thread) => ({
      title: thread.title,
      url: `${siteUrl}/threads/${thread._id}`,
      words: cutWithEllipsis(withoutNames(thread.excerpt, renamedIn([thread], people)), WORDS_MAX),
      note: [
        ...(watchedIds.includes(thread._id) || chosenBoards.followed.has(thread.boardId)
          ? [NOTICE_MAILS.digestFollowed[language]]
          : []),
        ...(thread.isFeatured ? [NOTICE_MAILS.featured[language]] : []),
        NOTICE_MAILS.replies(replyCountOf(thread.postCount))[language],
        people.summary(thread.authorId).displayName,
      ].join(' · '),
    }))
  }

  /** Returns the threads of some days with the most replies. */
  private async bestOf(days: number, since: Date): Promise<Listed[]> {
    const { db, clock } = this.deps
    const kept = this.best.get(days)
    if (kept && ageMs(clock, kept.at) < BEST_MAX_AGE_MS) return kept.threads
    const threads = await db.threads
      .find<Listed>(
        { isDeleted: false, createdAt: { $gt: since } },
        { projection: LISTED, sort: { postCount: -1, lastPostAt: -1, _id: -1 }, limit: BEST_CANDIDATES },
      )
      .toArray()
    this.best.set(days, { at: clock.now().getTime(), threads })
    return threads
  }
}
