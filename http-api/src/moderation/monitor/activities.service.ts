import { DAY_MS, type Clock } from '@forum/shared/clock'
import { audiences } from '@forum/shared/events'
import {
  ACTIVITY_DAYS,
  BURST_POSTS,
  BURST_SECONDS,
  NEW_MEMBER_DAYS,
  NEW_MEMBER_POSTS,
} from '../../platform/limits'
import { cutCharacters } from '@forum/shared/text'
import { ACTS, type ActivityKind } from '@forum/shared/acts'
import type { ActivityFlag } from '@forum/shared/contract'
import type { Collection } from '../../platform/mongo/model'
import type { BoardQueries } from '../../boards'
import type { MemberQueries, People } from '../../members'
import { SYSTEM, type LogEntryDoc } from '../../record'
import type { CaseDoc, ReportEntry } from '../cases/cases.model'
import type { ThreadLogCollections } from '../../log'
import { NumberedAppends } from '../../platform/mongo/numbered-appends'
import type { Publisher } from '../../platform/work/publisher'
import type { ActivityDoc, ActivityDraft } from './activities.model'
import { peopleOf, presentActivity } from './activities.presenter'

const EXCERPT_LENGTH = 120

/** A line before its flags are known. */
export type NewActivity = Pick<ActivityDraft, 'key' | 'kind' | 'actorId'> &
  Partial<ActivityDraft> & {
    /** The whole text, whose links decide about a flag; the line keeps its beginning. */
    text?: string
  }

/** The lines about texts of a member, which a purge handles at once. */
const WRITTEN: ActivityKind[] = ['thread', 'post', 'edit']

/** The moderators' feed: everything that happens, line by line, with flags that are computed when a line is written. */
export class Activities {
  private readonly appends: NumberedAppends<ActivityDoc>

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'> & { activities: Collection<ActivityDoc> }
      boards: BoardQueries
      members: MemberQueries
      publisher: Publisher
      clock: Clock
      /** Returns where a text contains words of the filter. */
      wordsIn: (text: string) => Promise<[from: number, to: number][]>
      siteUrl: () => string
      onFailure: (error: unknown) => void
    },
  ) {
    this.appends = new NumberedAppends(deps.db.activities)
  }

  /** Adds lines to the feed, unless it contains them, and publishes them. */
  async add(given: readonly NewActivity[]): Promise<void> {
    if (given.length === 0) return
    const { members, wordsIn, onFailure } = this.deps
    const people = await members.people(given.map(({ actorId }) => actorId))
    const drafts = given.map((line) => this.draftOf(line))
    const bursts = await this.burstsAmong(drafts)
    const words = await Promise.all(drafts.map(({ excerpt }) => wordsIn(excerpt)))
    const withWord = await Promise.all(given.map(async ({ text = '' }) => (await wordsIn(text)).length > 0))
    const lines = await this.appends.append(
      drafts.map((draft, i) => ({
        ...draft,
        detail: { ...draft.detail, ...(words[i]?.length ? { words: words[i] } : {}) },
        flags: [
          ...draft.flags,
          ...this.flagsOf(draft, { people, text: given[i]?.text ?? '' }),
          ...(withWord[i] ? (['word'] as const) : []),
          ...(bursts.has(draft.key) ? (['burst'] as const) : []),
        ],
      })),
    )
    // A hint: the feed is caught up by its numbers.
    await this.publish(lines).catch(onFailure)
  }

  private draftOf({ text = '', ...line }: NewActivity): ActivityDraft {
    return {
      at: this.deps.clock.now(),
      userId: null,
      boardIds: [],
      threadId: null,
      title: null,
      postId: null,
      postNumber: null,
      detail: {},
      flags: [],
      ...line,
      excerpt: cutCharacters(line.excerpt ?? text, EXCERPT_LENGTH),
    }
  }

  private flagsOf(draft: ActivityDraft, { people, text }: { people: People; text: string }): ActivityFlag[] {
    const { kind, actorId, at } = draft
    const { joinedAt, postCount } = people.author(actorId)
    const isNew =
      at.getTime() - Date.parse(joinedAt) < NEW_MEMBER_DAYS * DAY_MS && postCount < NEW_MEMBER_POSTS
    return [
      ...(isNew && BY_MEMBERS.has(kind) ? (['new_member'] as const) : []),
      ...(hasLink(text, this.deps.siteUrl()) ? (['link'] as const) : []),
      ...(BY_MEMBERS.has(kind) && people.hasAlikeName(actorId) ? (['name'] as const) : []),
    ]
  }

  /** Returns the keys of the lines that end a burst of the same member's posts, registrations or failed sign-ins. */
  private async burstsAmong(drafts: readonly ActivityDraft[]): Promise<ReadonlySet<string>> {
    const counted = drafts.filter(({ kind }) => COUNTED.has(kind))
    if (counted.length === 0) return new Set()
    const windowMs = BURST_SECONDS * 1_000
    const from = new Date(Math.min(...counted.map(({ at }) => at.getTime())) - windowMs)
    const before = await this.deps.db.activities
      .find<Pick<ActivityDoc, 'actorId' | 'at' | 'key'>>(
        {
          actorId: { $in: [...new Set(counted.map(({ actorId }) => actorId))] },
          at: { $gte: from },
          kind: { $in: [...COUNTED] },
        },
        { projection: { actorId: 1, at: 1, key: 1 } },
      )
      .toArray()
    const lines = new Map([...before, ...counted].map((line) => [line.key, line]))
    return new Set(
      counted
        .filter(({ actorId, at }) => {
          const near = [...lines.values()].filter(
            (other) =>
              other.actorId === actorId && other.at <= at && other.at.getTime() > at.getTime() - windowMs,
          )
          return near.length >= BURST_POSTS
        })
        .map(({ key }) => key),
    )
  }

  private async publish(lines: readonly ActivityDoc[]): Promise<void> {
    const { publisher, members, boards } = this.deps
    if (!publisher.isActive) return
    const [people, tree] = await Promise.all([members.people(peopleOf(lines)), boards.wholeStructure()])
    for (const line of lines) {
      if (line.isForAdmins) continue
      const activity = presentActivity(line, { people, tree, language: 'zh' })
      const envelope = { id: `activity:${line._id}`, at: line.at.toISOString() }
      // Somebody who is reported does not hear of it.
      const { userId, writerId = userId } = line
      const hides = (boardId: number) =>
        line.kind === 'report' && writerId !== null && tree.moderatedBy(writerId).includes(boardId)
      // Nor do moderators hear of a board that they do not see.
      const names = (boardId: number) => line.boardIds.every((id) => tree.isSeenByReadersOf(id, boardId))
      const heard = line.boardIds.filter((boardId) => !hides(boardId) && names(boardId))
      for (const audience of [audiences.moderation(), ...heard.map((id) => audiences.moderation(id))]) {
        await publisher.publish(audience, 'moderation:activity', { activity }, envelope)
      }
    }
  }

  /** Adds the lines of logged acts, and marks what moderators have dealt with. */
  async addActs(entries: readonly LogEntryDoc[]): Promise<void> {
    await this.add(entries.flatMap((entry) => lineOfAct(entry) ?? []))
    for (const { action, actorId, userId, threadId, postId } of entries) {
      const { leaves } = ACTS[action]
      if (leaves === 'untouched') continue
      const change =
        leaves === 'handled' ? { $set: { handledById: actorId } } : { $unset: { handledById: 1 as const } }
      const isPurge = action === 'purge_user' || action === 'undo_purge'
      const ofThread = threadId !== null && { threadId, kind: 'thread' as const }
      const of =
        isPurge && userId !== null
          ? { actorId: userId, kind: { $in: WRITTEN } }
          : postId === null
            ? ofThread
            : { postId }
      if (of) await this.deps.db.activities.updateMany(of, change)
    }
  }

  /** Adds the line of a report, which names its case, and flags the lines of the reported post. */
  async addReport(report: Omit<ReportEntry, 'id'> & { id: number | string }, of: CaseDoc): Promise<void> {
    const { db } = this.deps
    const { boardId, threadId, postId, authorId, writerId, isAboutStaff } = of
    const line = postId === null ? null : await db.posts.findOne({ _id: postId })
    const thread = threadId === null ? null : await db.threads.findOne({ _id: threadId })
    await this.add([
      {
        key: `report:${report.id}`,
        at: report.createdAt,
        kind: 'report',
        actorId: report.reporterId,
        userId: authorId === 0 ? null : authorId,
        ...(writerId === undefined ? {} : { writerId }),
        boardIds: boardId === null ? [] : [boardId],
        threadId,
        title: thread?.title ?? null,
        postId,
        postNumber: line?.number ?? null,
        excerpt: line?.excerpt ?? '',
        detail: {
          reason: report.reason,
          caseId: of._id,
          caseKind: of.kind,
          ...(of.complaint ? { complaint: of.complaint.kind } : {}),
        },
        flags: ['reported'],
        ...(isAboutStaff ? { isForAdmins: true } : {}),
      },
    ])
    if (postId !== null) await this.flagReported(postId)
  }

  private async flagReported(postId: number): Promise<void> {
    await this.deps.db.activities.updateMany(
      { postId },
      {
        $addToSet: { flags: 'reported' },
      },
    )
  }

  /** Removes lines that are older than `ACTIVITY_DAYS`. */
  async prune(): Promise<void> {
    await this.appends.removeBefore(new Date(this.deps.clock.now().getTime() - ACTIVITY_DAYS * DAY_MS))
  }
}

/** The lines about members' own acts, for which it matters if they are new. */
const BY_MEMBERS: ReadonlySet<ActivityKind> = new Set(['thread', 'post', 'edit', 'register', 'profile'])
/** The acts that are a burst when a member does them often. */
const COUNTED: ReadonlySet<ActivityKind> = new Set(['thread', 'post', 'login_failed'])

/** A picture of an upload, here or on another site. */
const UPLOADED_PICTURE = /\[img\](https?:\/\/[^\s/[\]]+)\/api\/uploads\/[\w.-]+\[\/img\]/gi

/**
 * Returns true if a text has a link. An uploaded picture, which the composer writes with the address of the site,
 * does not count.
 */
function hasLink(text: string, siteUrl: string): boolean {
  const others = text.replace(UPLOADED_PICTURE, (picture: string, origin: string) =>
    origin.toLowerCase() === siteUrl.toLowerCase() ? '' : picture,
  )
  return /https?:\/\/|(?<![\w.@/-])www\./i.test(others)
}

function lineOfAct(entry: LogEntryDoc): NewActivity | null {
  const { action, key, at, actorId, userId, boardIds, reason, changes } = entry
  const kind = actorId === SYSTEM ? null : ACTS[action].line
  if (!kind) return null
  const after = (field: string) => changes.find((change) => change.field === field)?.after
  const until = after('mutedUntil') ?? after('bannedUntil')
  const role = after('role')
  return {
    key: `act:${key}`,
    at,
    kind,
    actorId,
    userId,
    boardIds,
    detail: {
      action,
      ...(reason === null ? {} : { reason }),
      ...(typeof until === 'string' ? { until } : {}),
      ...(role === 'user' || role === 'moderator' || role === 'admin' ? { role } : {}),
    },
  }
}
