import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { isModerator } from '@forum/shared/policies'
import type { HeldDoc, HeldTexts, HeldWork } from '../../gate'
import type { ActNotes, ThreadCache } from '../../log'
import type { AccountNotice } from '../../notices'
import type { Viewer } from '../../platform/http/viewer'
import { DURABLE } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { isRefusal } from '../../platform/refusals'
import { removeWork, withWork } from '../../platform/work/unfinished'
import type { ActDraft, Logged, ModerationLog } from '../../record'
import type { Words } from '../../words'
import { noticeText } from './held-notices'
import type { HeldQueueQueries } from './held-queue.queries'
import type { RejectedTexts } from './rejected-texts'

interface HeldQueueDeps {
  db: { held: Collection<HeldDoc> }
  queries: HeldQueueQueries
  texts: HeldTexts
  rejected: RejectedTexts
  /** Publishes an approved text; returns its thread, null for a message. */
  publish: (held: HeldDoc) => Promise<{ threadId: number } | null>
  threads: Pick<ThreadCache, 'get'>
  notify: (notice: AccountNotice) => Promise<void>
  words: Words
  log: ModerationLog
  clock: Clock
  onFailure: (error: unknown) => void
}

/** The outcome of a decision. */
interface Outcome {
  isPossible: boolean
  /** Null if it is not in the log yet. */
  logged: Logged | null
}

/**
 * Decides on what waits for approval. The document decides: the first decision is written to it with what it leaves to
 * do, which is repeated until it is done.
 */
export class HeldQueue {
  constructor(private readonly deps: HeldQueueDeps) {}

  /**
   * Approves a text, with a changed content if one is given, and publishes it in the name of its author.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONTENT_BLOCKED`, `CONFLICT` if it was decided, has changed since the
   * version, or can no longer be published
   */
  async approve(
    viewer: Viewer,
    id: number,
    { content, version }: { content?: string | undefined; version?: number | undefined } = {},
  ): Promise<HeldDoc> {
    const before = await this.deps.queries.byId(id, viewer.actor)
    const changed = content === undefined || content === before.content ? undefined : content
    if (changed !== undefined) (await this.deps.words.screen({ content }, { isCounted: false })).unblocked()
    if (version !== undefined && version !== before.version) throw new ForumError('CONFLICT')
    const decided = await this.decide(viewer, before, {
      status: 'approved',
      ...(changed === undefined ? {} : { approvedContent: changed }),
    })
    const { isPossible } = await this.carryOut(decided)
    if (!isPossible) throw new ForumError('CONFLICT')
    return decided
  }

  /**
   * Rejects a text. Its author reads the reason and keeps the text.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if it was decided
   */
  async reject(
    viewer: Viewer,
    id: number,
    reason: string,
  ): Promise<{ held: HeldDoc; logged: Logged | null }> {
    const before = await this.deps.queries.byId(id, viewer.actor)
    const decided = await this.decide(viewer, before, { status: 'rejected', note: reason || null })
    const { logged } = await this.carryOut(decided)
    return { held: decided, logged }
  }

  /**
   * Takes a rejection back: the text waits again.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if it cannot wait any more
   */
  async giveBack({ actor }: Viewer, id: number, notes: ActNotes): Promise<Logged | null> {
    const { queries, rejected, clock } = this.deps
    const before = await queries.byId(id, actor)
    const act = await this.draft(before, {
      actorId: actor.id,
      action: 'return_held',
      reason: notes.reason ?? null,
      ...(notes.undoes === undefined ? {} : { undoes: notes.undoes }),
    })
    const work: HeldWork = { id: randomUUID(), kind: 'held', since: clock.now(), act }
    return (await this.carryOut(await rejected.giveBack(before, work))).logged
  }

  /**
   * Decides on several texts, each on its own, in the order in which they were written.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async decideAll(viewer: Viewer, { ids, versions = [], action, reason = '' }: BodyOf<Api['decideHeld']>) {
    if (!isModerator(viewer.actor)) throw new ForumError('FORBIDDEN')
    const results = new Map<number, string | null>()
    const versionOf = new Map(ids.map((id, i) => [id, versions[i]]))
    for (const id of [...versionOf.keys()].toSorted((a, b) => a - b)) {
      const decision =
        action === 'approve'
          ? this.approve(viewer, id, { version: versionOf.get(id) })
          : this.reject(viewer, id, reason)
      results.set(id, await decision.then(() => null).catch(codeOf))
    }
    return {
      results: ids.map((id) => {
        const code = results.get(id)
        return { id, ok: code === null, ...(code ? { code } : {}) }
      }),
    }
  }

  /** Finishes what a decision left to do. */
  async finish(heldId: number): Promise<void> {
    const held = await this.deps.db.held.findOne({ _id: heldId })
    if (held && held.unfinished?.length) await this.carryOutNow(held)
  }

  private async decide(
    { actor }: Viewer,
    before: HeldDoc,
    decision: Partial<Pick<HeldDoc, 'status' | 'note' | 'approvedContent'>>,
  ): Promise<HeldDoc> {
    const { db, clock } = this.deps
    const { _id, kind, version, subjectId } = before
    const isApproval = decision.status === 'approved'
    const now = clock.now()
    const act = await this.draft(
      before,
      {
        at: now,
        actorId: actor.id,
        action: isApproval ? 'approve_held' : 'reject_held',
        reason: decision.note ?? null,
        // By these, an erasure finds the texts in the entry.
        ...(isApproval && kind === 'thread' ? { threadId: subjectId } : {}),
        ...(isApproval && (kind === 'post' || kind === 'edit') ? { postId: subjectId } : {}),
      },
      decision.approvedContent === undefined || kind === 'message'
        ? []
        : [{ field: 'content', before: before.content, after: decision.approvedContent }],
    )
    const work: HeldWork = { id: randomUUID(), kind: 'held', since: now, act }
    const decided = await db.held.findOneAndUpdate(
      { _id, status: 'pending', version },
      withWork({ $set: { ...decision, decidedBy: actor.id, decidedAt: now } }, work),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!decided) throw new ForumError('CONFLICT')
    return decided
  }

  private async draft(
    { _id, kind, authorId, alias, boardId, threadId, title }: HeldDoc,
    act: Pick<ActDraft, 'actorId' | 'action' | 'reason'> & Partial<ActDraft>,
    changes: ActDraft['changes'] = [],
  ): Promise<ActDraft> {
    const { log, threads } = this.deps
    return log.draft({
      userId: alias ?? authorId,
      boardIds: boardId === null ? [] : [boardId],
      threadId,
      title: kind === 'message' ? null : (threadId && (await threads.get(threadId))?.title) || title,
      changes: [{ field: 'held', before: null, after: _id }, ...changes],
      target: `held ${_id}`,
      ...act,
    })
  }

  /** Carries a decision out at once; after a failure the sweep tries again. */
  private async carryOut(held: HeldDoc): Promise<Outcome> {
    try {
      const outcome = await this.carryOutNow(held)
      await removeWork(
        this.deps.db.held,
        held._id,
        (held.unfinished ?? []).map(({ id }) => id),
      )
      return outcome
    } catch (error) {
      this.deps.onFailure(error)
      return { isPossible: true, logged: null }
    }
  }

  /** If an approved text can no longer be published, it waits again. */
  private async carryOutNow(held: HeldDoc): Promise<Outcome> {
    const { texts, publish, log, notify, threads } = this.deps
    const { _id, status, authorId, unfinished = [] } = held
    let threadId: number | null = null
    if (status === 'approved') {
      try {
        // Before the post is published: those who see it must also get its files.
        await texts.showFiles(held)
        threadId = (await publish(held))?.threadId ?? null
      } catch (error) {
        // Too many requests of the author pass, so publishing may succeed later.
        if (!isRefusal(error) || error.code === 'TOO_MANY_REQUESTS') throw error
        await texts.reclaimFiles(held)
        await this.returnToQueue(held)
        return { isPossible: false, logged: null }
      }
    } else if (status === 'rejected') await texts.releaseFiles(held)
    const entries = await log.append(unfinished.map(({ act }) => act))
    const last = unfinished.at(-1)
    const title = (await threads.get(held.threadId ?? threadId ?? 0))?.title ?? ''
    await notify({
      // A text that waits again is decided on again.
      id: `held:${_id}:${last?.id}`,
      userId: authorId,
      at: last?.since ?? this.deps.clock.now(),
      text: noticeText(held, title),
      threadId: threadId ?? held.threadId,
    })
    await texts.publish(held)
    const entry = entries.at(-1) ?? null
    return { isPossible: true, logged: entry && { key: entry.key, entry } }
  }

  private async returnToQueue(held: HeldDoc): Promise<void> {
    const { db, texts } = this.deps
    const returned = await db.held.findOneAndUpdate(
      { _id: held._id, status: 'approved' },
      {
        $set: { status: 'pending', decidedBy: null, decidedAt: null },
        $unset: { approvedContent: 1, unfinished: 1 },
      },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (returned) await texts.publish(returned)
  }
}

const codeOf = (error: unknown): string => {
  if (error instanceof ForumError && error.code !== 'INTERNAL') return error.code
  throw error
}
