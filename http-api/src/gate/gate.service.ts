import type { Clock } from '@forum/shared/clock'
import type { HeldKind, HeldReason } from '@forum/shared/contract'
import { refusedField } from '@forum/shared/errors'
import { isExemptFromApproval, isModerator, type Actor } from '@forum/shared/policies'
import type { BoardQueries, BoardTree } from '../boards'
import type { MemberQueries } from '../members'
import type { RateLimits } from '../platform/http/rate-limits'
import type { NewcomerRules } from '../site'
import type { Screened } from '../words'
import { contentsOf, hasMore, type Contents } from './contents'
import type { OutsideReview } from './outside-review'

/** A text that a member wants to publish. */
export interface Written {
  kind: HeldKind
  title?: string | undefined
  content?: string | undefined
  /** An edit of a message is none that counts. */
  isEdit?: boolean
  /** The number of files that come with it. */
  files?: number
  /** Further texts that are screened, such as those of a poll. */
  more?: readonly string[]
  screened: readonly Pick<Screened<Record<string, string>>, 'mustWait'>[]
  /** The name in the thread under which the author writes, if not the author's own. */
  alias?: number | undefined
  /** Returns texts that readers have already: the text before an edit, or quoted posts. */
  visibleTexts?: () => Promise<readonly string[]>
}

/** The reasons for which a text has to wait. */
export class Review {
  constructor(
    private readonly actor: Actor,
    private readonly kind: HeldKind,
    private readonly reasons: readonly HeldReason[],
    private readonly tree: BoardTree,
  ) {}

  /** Returns why a text has to wait in a board; null stands for a message. None if it need not: moderators never wait. */
  reasonsIn(boardId: number | null): HeldReason[] {
    if (isExemptFromApproval(this.actor, boardId)) return []
    const approval = (boardId === null ? undefined : this.tree.find(boardId)?.approval) ?? 'none'
    const isByBoard = approval === 'all' || (approval === 'threads' && this.kind === 'thread')
    return isByBoard ? [...this.reasons, 'board'] : [...this.reasons]
  }
}

const refused = (code: string) => refusedField('content', code)

/** Decides what waits for approval (docs/moderation.md#what-waits). */
export class Gate {
  constructor(
    private readonly deps: {
      rules: () => NewcomerRules
      boards: BoardQueries
      members: MemberQueries
      review: OutsideReview
      limits: RateLimits
      siteUrl: () => string
      clock: Clock
    },
  ) {}

  /**
   * Returns whether a text has to wait, and why.
   *
   * @throws ForumError `VALIDATION_FAILED` for more links or mentions than a newcomer may send, `TOO_MANY_REQUESTS` for
   * more messages
   */
  async review(actor: Actor, written: Written): Promise<Review> {
    const [reasons, tree] = await Promise.all([
      this.reasonsFor(actor, written),
      this.deps.boards.wholeStructure(),
    ])
    return new Review(actor, written.kind, reasons, tree)
  }

  private async reasonsFor(actor: Actor, written: Written): Promise<HeldReason[]> {
    // A moderator of any board is no newcomer, and writes what is not in a board as others do.
    if (isModerator(actor)) return written.screened.some(({ mustWait }) => mustWait) ? ['word'] : []
    const { kind } = written
    const { approval, newcomers } = this.deps.rules()
    const reasons = new Set<HeldReason>()
    if (written.screened.some(({ mustWait }) => mustWait)) reasons.add('word')
    const people = await this.deps.members.people([actor.id])
    if (people.isUnproven(actor.id, this.deps.clock.now(), newcomers)) {
      const sources = [written.title, written.content, ...(written.more ?? [])].filter(
        (text) => text !== undefined,
      )
      const contents = this.contentsOf(sources)
      if (newcomers.links > 0 && contents.links.size > newcomers.links) throw refused('too_many_links')
      if (newcomers.mentions > 0 && contents.mentions > newcomers.mentions) throw refused('too_many_mentions')
      for (const reason of await this.reasonsOf(contents, written)) reasons.add(reason)
      if (kind !== 'message' && people.allPosts(actor.id) < approval.firstPosts) reasons.add('first_post')
      if (kind === 'message' && !written.isEdit && newcomers.messagesPerDay > 0)
        await this.deps.limits.consume('newcomer', `user:${actor.id}`)
    }
    if (reasons.size === 0 && (await this.isStoppedOutside(actor, written))) reasons.add('outside')
    return [...reasons]
  }

  private contentsOf(sources: readonly string[]): Contents {
    const { host } = new URL(this.deps.siteUrl())
    return contentsOf(sources, (url) => URL.canParse(url) && new URL(url).host === host)
  }

  /** Returns what of a newcomer's text has to wait, except for what readers have already. */
  private async reasonsOf(
    { links, pictures }: Contents,
    { files = 0, visibleTexts }: Written,
  ): Promise<HeldReason[]> {
    const { approval } = this.deps.rules()
    const mayWait = (approval.links && links.size > 0) || (approval.pictures && pictures.size > 0)
    const before = this.contentsOf(mayWait && visibleTexts ? await visibleTexts() : [])
    return [
      ...(approval.links && hasMore(links, before.links) ? (['link'] as const) : []),
      ...(approval.pictures && (files > 0 || hasMore(pictures, before.pictures))
        ? (['picture'] as const)
        : []),
    ]
  }

  /** Returns true if the outside review stops a text before it appears. It is not shown private messages. */
  private async isStoppedOutside(
    actor: Actor,
    { kind, title, content, more = [], alias }: Written,
  ): Promise<boolean> {
    const { hook } = this.deps.rules().approval
    if (hook?.mode !== 'before' || kind === 'message') return false
    const text = [content, ...more].filter((part) => part !== undefined).join('\n')
    const asked = {
      kind,
      authorId: alias === undefined ? actor.id : 0,
      title: title ?? null,
      content: text || null,
    }
    const answer = await this.deps.review.ask(hook, asked)
    return (answer ?? hook.onSilence) === 'hold'
  }

  /** Returns true if the outside review, asked afterwards, wants moderators to look at a text. */
  async isFlagged(text: {
    kind: 'thread' | 'post' | 'edit'
    authorId: number
    title: string | null
    content: string
  }) {
    const { hook } = this.deps.rules().approval
    if (hook?.mode !== 'after') return false
    return ((await this.deps.review.ask(hook, text)) ?? hook.onSilence) === 'hold'
  }
}
