import type { Clock } from '@forum/shared/clock'
import { paginateByRange } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import { numbersOfPage } from '@forum/shared/pages'
import { LRUCache } from 'lru-cache'
import { ALL_RIGHTS } from '@forum/shared/policies'
import type { BoardQueries } from '../boards'
import type { Aliases, MemberQueries } from '../members'
import type { Kept, ResponseCache } from '../platform/http/response-cache'
import { asGaps, gapValues, JsonTemplate, type GapValues } from '../platform/http/json-template'
import type { ResponseBody } from '../platform/http/response-body'
import type { Viewer } from '../platform/http/viewer'
import type { PollQueries } from './polls/polls.queries'
import { presentForReader, type ReaderPost } from './posts/posts.presenter'
import type { PostQueries } from './posts/posts.queries'
import type { MemberReadStates } from './reading/read-states.service'
import { threadSubject, type PostDoc, type ThreadDoc } from '../log'
import { presentPublicThread, presentThreadViewer, typeIn } from './threads.presenter'
import type { UnreadPostQueries } from './unread-posts.queries'

/** Maximum staleness of what `seq` does not cover: names and counts of authors, names of boards, views. */
const MAX_AGE_MS = 30_000
/** Maximum number of pages that are remembered to quote posts of other threads. */
const QUOTING_KEPT_MAX = 10_000
/** Maximum number of pairs of member and page for which likes are cached. */
const LIKES_KEPT_MAX = 10_000

/** A member who reads a page. */
interface PageMember {
  viewer: Viewer
  /** As of `readerKey`. */
  key: string | null
  readStates: () => Promise<MemberReadStates>
}

interface KeptThreadPage extends Kept {
  template: JsonTemplate
  thread: ThreadDoc
  /** The opening post comes first. */
  posts: readonly ReaderPost[]
}

/** Caches pages of threads as bytes; a member's response fills in likes, rights and how far the thread is read. */
export class ThreadPages {
  /** The likes of one member on one page, as of a seq: a like is an event of the thread, so the seq covers it. */
  private readonly likes = new LRUCache<string, { seq: number; liked: ReadonlySet<number> }>({
    max: LIKES_KEPT_MAX,
  })

  /** The other threads that pages quote posts of. */
  private readonly quotedThreads = new LRUCache<string, readonly number[]>({ max: QUOTING_KEPT_MAX })

  constructor(
    private readonly deps: {
      cache: ResponseCache
      clock: Clock
      polls: PollQueries
      posts: PostQueries
      members: MemberQueries
      boards: BoardQueries
      aliases: Pick<Aliases, 'existing'>
      unread: UnreadPostQueries
    },
  ) {}

  /** Returns a page of a thread, which the caller has just read. */
  async body(
    wanted: { thread: ThreadDoc; page: number; limit: number },
    reader: { member: PageMember | null; language: Language },
  ): Promise<ResponseBody> {
    const { thread, page, limit } = wanted
    const { member, language } = reader
    // Who sees which boards decides which quotes are withheld.
    const tree = await this.deps.boards.wholeStructure()
    const type = typeIn(tree.find(thread.boardId), thread) ?? ''
    const key = `${thread._id} ${page} ${limit} ${tree.accessKey} ${type}`
    // A deletion in another thread changes what a quote of its post shows here.
    const quotedSeqs = await this.deps.posts.contexts.seqsOf(this.quotedThreads.get(key) ?? [])
    const kept = await this.deps.cache.get(
      {
        kind: 'thread',
        key: `${key} ${language}`,
        required: [thread.seq, ...quotedSeqs],
        maxAgeMs: MAX_AGE_MS,
      },
      () => this.build(wanted, key, language),
    )
    if (!member) return kept.body
    const { actor } = member.viewer
    return this.deps.cache.forMember(kept, member.key, async () => {
      const isAnonymous = tree.find(thread.boardId)?.allowsAnonymous === true
      const [liked, readStates, votes, alias] = await Promise.all([
        this.likesOf(actor.id, key, kept),
        member.readStates(),
        this.deps.polls.votesOf(actor.id, [kept.thread]),
        isAnonymous ? this.deps.aliases.existing(thread._id, actor.id) : null,
      ])
      const of = { as: actor, thread: threadSubject(kept.thread), liked }
      const unread = await this.deps.unread.of([kept.thread], readStates)
      const viewer = {
        ...presentThreadViewer(kept.thread, actor, { readStates, unread, votes }),
        ...(isAnonymous && { writesAnonymously: alias !== null }),
      }
      const ofPosts = kept.posts.map((post) => gapValues(gapsOf(post), presentForReader(post, of)))
      return Object.assign(gapValues('thread', { viewer }), ...ofPosts) as GapValues
    })
  }

  private async likesOf(userId: number, page: string, kept: KeptThreadPage): Promise<ReadonlySet<number>> {
    const key = `${userId} ${page}`
    const cached = this.likes.get(key)
    const { seq } = kept.thread
    if (cached && cached.seq >= seq) return cached.liked
    const liked = await this.deps.posts.likedBy(
      userId,
      kept.posts.map((post) => post._id),
    )
    this.likes.set(key, { seq, liked })
    return liked
  }

  private async build(
    { thread, page, limit }: { thread: ThreadDoc; page: number; limit: number },
    key: string,
    language: Language,
  ): Promise<KeptThreadPage> {
    const { clock, posts, members, boards } = this.deps
    const [{ opening, replies }, tree] = await Promise.all([
      posts.pageWithOpening(thread._id, page, limit),
      boards.wholeStructure(),
    ])
    if (!opening) throw new ForumError('NOT_FOUND')
    const all = [opening, ...replies]
    const moved = await posts.moved.among(thread, numbersOfPage(page, limit), replies)
    const quotedThreads = await posts.contexts.threadsQuotedBy(all, thread._id)
    if (quotedThreads.length > 0) this.quotedThreads.set(key, quotedThreads)
    else this.quotedThreads.delete(key)
    // Before the quoted posts, so that these hold everything up to the seqs.
    const quotedSeqs = await posts.contexts.seqsOf(quotedThreads)
    const [people, shown] = await Promise.all([
      members.people([thread.authorId, thread.lastPostUserId]),
      posts.presentShared(all),
    ])
    const context = { people, tree, language, now: clock.now() }
    const [openingPost, ...others] = all.map((post, i) => ({
      ...shown[i]?.json,
      ...asGaps(gapsOf(post), presentForReader(post, anonymousOf(thread))),
    }))
    const template = JsonTemplate.of({
      thread: {
        ...presentPublicThread(thread, context, shown[0]?.text),
        ...asGaps('thread', { viewer: null }),
        openingPost,
      },
      posts: others,
      moved,
      pagination: paginateByRange(page, limit, thread.lastNumber - 1),
    })
    return {
      version: [thread.seq, ...quotedSeqs],
      body: template.forAnonymous,
      template,
      thread,
      posts: all.map(
        ({ _id, authorId, writerId, coauthorIds, invitedIds, number, isDeleted, attachments }, i) => ({
          _id,
          authorId,
          ...(writerId === undefined ? {} : { writerId }),
          ...(coauthorIds && { coauthorIds }),
          ...(invitedIds && { invitedIds }),
          number,
          isDeleted,
          content: isDeleted ? (shown[i]?.text ?? '') : '',
          ...(isDeleted && attachments ? { attachments } : {}),
        }),
      ),
    }
  }
}

const NO_LIKES: ReadonlySet<number> = new Set()
/** Within a thread that is read, all strangers have the same rights. */
const STRANGER = { id: null, boards: ALL_RIGHTS }
const anonymousOf = (thread: ThreadDoc) => ({ as: STRANGER, thread: threadSubject(thread), liked: NO_LIKES })

const gapsOf = (post: Pick<PostDoc, '_id'>) => `post ${post._id}`
