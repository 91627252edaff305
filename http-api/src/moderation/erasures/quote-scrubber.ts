import { type QuotedNow, withCurrentQuotes } from '@forum/shared/markup'
import type { Actor } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import type { HeldDoc } from '../../gate'
import type { PostDoc, ThreadCommands, ThreadEventDoc, ThreadLogCollections } from '../../log'
import type { MemberQueries } from '../../members'
import type { Collection } from '../../platform/mongo/model'
import { scrubPostEvent, type PostService } from '../../threads'
import type { ActivityDoc } from '../monitor/activities.model'
import { eventsOfPost, PATIENTLY, rewriteEvent, textsOf } from './event-texts'

export interface QuoteScrubberDeps {
  db: ThreadLogCollections & { activities: Collection<ActivityDoc>; held: Collection<HeldDoc> }
  commands: ThreadCommands
  posts: PostService
  members: MemberQueries
}

/** Takes erased words out of quotes by others. */
export class QuoteScrubber {
  constructor(private readonly deps: QuoteScrubberDeps) {}

  /**
   * Empties quotes of these posts, in all versions of the posts that have them and in texts that wait for approval.
   *
   * @param keeps returns true for words that may stay
   */
  async scrub(
    actor: Actor,
    erased: readonly PostDoc[],
    keeps: (words: string) => boolean = () => false,
  ): Promise<void> {
    const { db, commands, members, posts } = this.deps
    const people = await members.people(erased.map(({ authorId }) => authorId))
    const names = new Map(erased.map(({ _id, authorId }) => [_id, people.summary(authorId).displayName]))
    const quoted = new Map<number, QuotedNow>(
      [...names].map(([id, name]) => [id, { name, isWithheld: true, keeps }]),
    )
    const quoting = await this.quoting([...names.keys()])
    const withoutWords = (content: string, answered: number | null) => {
      const answers = answered === null ? null : { id: answered, name: names.get(answered) ?? '' }
      return withCurrentQuotes(content, { quoted, answers, renamed: new Map() })
    }
    for (const [postId, { post: found, answered }] of quoting) {
      await commands.change(found.threadId, actor, async (thread, context, earlier) => {
        const { post } = await posts.withNext(postId, earlier, thread)
        const content = withoutWords(post.content, answered)
        return content === post.content ? null : scrubPostEvent(context, thread, post, content)
      })
    }
    for (const { post, answered } of quoting.values()) {
      for (const event of await eventsOfPost(db, post))
        await rewriteEvent(
          db,
          event._id,
          textsOf(event, (content) => withoutWords(content, answered)),
        )
    }
    await this.scrubHeldQuotes([...names.keys()], withoutWords)
    // The beginnings of replaced texts hold quotes, which cannot be told apart once they are cut.
    await db.activities.updateMany(
      { postId: { $in: [...quoting.keys()] } },
      { $unset: { 'detail.before': 1 } },
    )
  }

  /** Takes the words out of quotes in texts that were held for approval. */
  private async scrubHeldQuotes(
    postIds: readonly number[],
    withoutWords: (content: string, answered: number | null) => string,
  ): Promise<void> {
    const { held } = this.deps.db
    for (let from = 0; from < postIds.length; from += IDS_AT_ONCE) {
      const ids = postIds.slice(from, from + IDS_AT_ONCE)
      const quoting = held.find(
        {
          $or: [
            { quotedPostId: { $in: ids } },
            { content: quotesOf(ids) },
            { approvedContent: quotesOf(ids) },
          ],
        },
        PATIENTLY,
      )
      for await (const { _id, content, approvedContent, quotedPostId } of quoting) {
        const answered = quotedPostId !== null && ids.includes(quotedPostId) ? quotedPostId : null
        const $set = {
          content: content === null ? null : withoutWords(content, answered),
          ...(approvedContent === undefined
            ? {}
            : { approvedContent: withoutWords(approvedContent, answered) }),
        }
        await held.updateOne({ _id }, { $set })
      }
    }
  }

  /** Returns the posts of which any version may quote one of these, nested quotes included, and which they answered. */
  private async quoting(postIds: readonly number[]): Promise<ReadonlyMap<number, Quoting>> {
    const { posts, threadEvents } = this.deps.db
    const found = new Map<number, Quoting>()
    for (let from = 0; from < postIds.length; from += IDS_AT_ONCE) {
      const ids = postIds.slice(from, from + IDS_AT_ONCE)
      const names = quotesOf(ids)
      /** An edit may have detached a reply from what it answered. */
      const answered = new Map<number, number>()
      const ofEvents = new Set<number>()
      const events = threadEvents.find<ThreadEventDoc>(
        {
          $or: [{ 'post.content': names }, { replacedContent: names }, { 'post.quotedPostId': { $in: ids } }],
        },
        { projection: { 'post._id': 1, 'post.quotedPostId': 1 }, ...PATIENTLY },
      )
      for await (const { post } of events) {
        if (!post) continue
        ofEvents.add(post._id)
        if (post.quotedPostId && ids.includes(post.quotedPostId)) answered.set(post._id, post.quotedPostId)
      }
      const filter: mongo.Filter<PostDoc> = {
        $or: [{ content: names }, { quotedPostId: { $in: ids } }, { _id: { $in: [...ofEvents] } }],
      }
      for await (const post of posts.find(filter, PATIENTLY)) {
        const now = post.quotedPostId !== null && ids.includes(post.quotedPostId) ? post.quotedPostId : null
        if (!post.erasedAt) found.set(post._id, { post, answered: answered.get(post._id) ?? now })
      }
    }
    return found
  }
}

const IDS_AT_ONCE = 200

const quotesOf = (postIds: readonly number[]): RegExp => new RegExp(` post=(${postIds.join('|')})\\]`)

/** A post of which some version may quote an erased one, and the erased one that it answers or answered. */
interface Quoting {
  post: PostDoc
  answered: number | null
}
