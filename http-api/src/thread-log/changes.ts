import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread, type Actor, type Verdict } from '@forum/shared/policies'
import type { SiteCalendar } from '../platform/site-calendar'
import { TooMuchContention, type ThreadLog } from './algorithm'
import type { Fence } from './counters'
import type { PostDoc } from './posts.model'
import { threadSubject } from './subjects'
import type { CounterDelta, ThreadEventDoc, ThreadEventKind } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

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

/** Throws what a policy returns, unless it allows. */
export function authorize(verdict: Verdict): void {
  if (verdict !== 'allowed') throw new ForumError(verdict)
}

/** How features change threads: completes the step that a feature decides to an event of the log. */
export class ThreadChanges {
  constructor(
    private readonly log: ThreadLog<ThreadDoc, ThreadEventDoc, Fence>,
    private readonly clock: Clock,
    private readonly calendar: SiteCalendar,
  ) {}

  /**
   * Changes an existing thread. `decide` gets its present state and returns a step, or null for nothing to do.
   * It is called again when another change was faster, so it must have no effects.
   */
  change(
    threadId: number,
    actor: Actor,
    decide: (thread: ThreadDoc) => Promise<Step | null>,
    idempotencyKey?: string,
  ): Promise<ThreadEventDoc | null> {
    return this.run(
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

  /** Starts a thread under an id; where the id is taken, nothing is changed. */
  create(
    threadId: number,
    boardId: number,
    actor: Actor,
    step: (at: Date) => Step,
    idempotencyKey?: string,
  ): Promise<ThreadEventDoc | null> {
    return this.run(
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

  private async run(...call: Parameters<typeof this.log.change>): Promise<ThreadEventDoc | null> {
    try {
      return await this.log.change(...call)
    } catch (error) {
      if (!(error instanceof TooMuchContention)) throw error
      throw new ForumError('UNAVAILABLE', { cause: error, retryAfterSeconds: 1 })
    }
  }
}

/** Completes a decided step to the event that is appended to the log. */
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
    // An event without counts has nothing left to count.
    counted: counts === null,
    published: false,
  }
}
