import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread, type Actor, type Verdict } from '@forum/shared/policies'
import type { SiteCalendar } from '../platform/site-calendar'
import type { PostDoc } from '../posts/posts.model'
import type { ThreadDoc } from '../threads/threads.model'
import { threadSubject } from '../threads/threads.presenter'
import type { ThreadLog } from './algorithm'
import type { Fence } from './counters'
import type { CounterDelta, ThreadEventDoc, ThreadEventKind } from './thread-events.model'

/** What a feature decides: the outcome of a change, without what every event has. */
export interface Step {
  kind: ThreadEventKind
  postId?: number
  /** Whose post it is, where it is not the actor's. */
  authorId?: number
  post?: Partial<PostDoc>
  thread?: Partial<ThreadDoc>
  like?: { userId: number; liked: boolean }
  counts?: { threads?: number; posts?: number; likes?: number; writtenAt: Date }
}

/** Throws the refusal of a policy. */
export function demand(verdict: Verdict): void {
  if (verdict !== 'allowed') throw new ForumError(verdict)
}

/** What features change threads through: it completes a decided step to an event of the log. */
export class ThreadChanges {
  constructor(
    private readonly log: ThreadLog<ThreadDoc, ThreadEventDoc, Fence>,
    private readonly clock: Clock,
    private readonly calendar: SiteCalendar,
  ) {}

  /**
   * Changes an existing thread. `decide` sees it as it stands and answers a step, or null for nothing to do;
   * it may be asked again when others were faster, so it must have no effects.
   */
  change(
    threadId: number,
    actor: Actor,
    decide: (thread: ThreadDoc) => Promise<Step | null>,
    idempotencyKey?: string,
  ): Promise<ThreadEventDoc | null> {
    return this.log.change(
      threadId,
      async (thread) => {
        if (!thread || !mayReadThread(actor, threadSubject(thread))) throw new ForumError('NOT_FOUND')
        const step = await decide(thread)
        return step && this.complete(threadId, thread.boardId, thread.seq + 1, actor, step, idempotencyKey)
      },
      idempotencyKey === undefined ? undefined : { actorId: actor.id, idempotencyKey },
    )
  }

  /** Starts a thread under an id; under an id that is taken it finds what was started there. */
  create(
    threadId: number,
    boardId: number,
    actor: Actor,
    step: (at: Date) => Step,
    idempotencyKey?: string,
  ): Promise<ThreadEventDoc | null> {
    return this.log.change(
      threadId,
      (thread) =>
        Promise.resolve(
          thread ? null : this.complete(threadId, boardId, 1, actor, step(this.clock.now()), idempotencyKey),
        ),
      idempotencyKey === undefined ? undefined : { actorId: actor.id, idempotencyKey },
    )
  }

  private complete(
    threadId: number,
    boardId: number,
    seq: number,
    actor: Actor,
    step: Step,
    idempotencyKey: string | undefined,
  ): ThreadEventDoc {
    const counts: CounterDelta | null = step.counts
      ? {
          threads: step.counts.threads ?? 0,
          posts: step.counts.posts ?? 0,
          likes: step.counts.likes ?? 0,
          day: this.calendar.dayOf(step.counts.writtenAt),
        }
      : null
    return {
      _id: randomUUID(),
      threadId,
      seq,
      kind: step.kind,
      at: this.clock.now(),
      actorId: actor.id,
      boardId,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      postId: step.postId ?? null,
      authorId: step.authorId ?? actor.id,
      post: step.post ?? {},
      thread: step.thread ?? {},
      like: step.like ?? null,
      counts,
      // Nothing to count is as good as counted.
      counted: counts === null,
      published: false,
    }
  }
}
