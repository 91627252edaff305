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
        return (
          step &&
          completeStep(
            step,
            {
              threadId,
              boardId: thread.boardId,
              seq: thread.seq + 1,
              actorId: actor.id,
              at: this.clock.now(),
              idempotencyKey,
            },
            this.calendar,
          )
        )
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
          thread
            ? null
            : completeStep(
                step(this.clock.now()),
                { threadId, boardId, seq: 1, actorId: actor.id, at: this.clock.now(), idempotencyKey },
                this.calendar,
              ),
        ),
      idempotencyKey === undefined ? undefined : { actorId: actor.id, idempotencyKey },
    )
  }
}

/** Completes a decided step to the event that is appended. */
export function completeStep(
  step: Step,
  place: {
    threadId: number
    boardId: number
    seq: number
    actorId: number
    at: Date
    idempotencyKey?: string | undefined
  },
  calendar: SiteCalendar,
): ThreadEventDoc {
  const { idempotencyKey, ...rest } = place
  const counts: CounterDelta | null = step.counts
    ? {
        threads: step.counts.threads ?? 0,
        posts: step.counts.posts ?? 0,
        likes: step.counts.likes ?? 0,
        day: calendar.dayOf(step.counts.writtenAt),
      }
    : null
  return {
    _id: randomUUID(),
    ...rest,
    kind: step.kind,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    postId: step.postId ?? null,
    authorId: step.authorId ?? place.actorId,
    post: step.post ?? {},
    thread: step.thread ?? {},
    like: step.like ?? null,
    counts,
    // Nothing to count is as good as counted.
    counted: counts === null,
    published: false,
  }
}
