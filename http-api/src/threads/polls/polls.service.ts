import { REFUSALS } from '@forum/shared/bilingual'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Poll } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { POLL_DAYS_MAX } from '@forum/shared/limits'
import { mayVote } from '@forum/shared/policies'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import {
  threadSubject,
  type StoredPoll,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
} from '../../log'
import { pollEvent } from './poll-events'
import type { PollQueries } from './polls.queries'
import { isClosed, presentPoll } from './polls.presenter'

/** A poll as its author wrote it. */
export interface NewPoll {
  question: string
  options: string[]
  maxChoices: number
  closesAt?: Date | null | undefined
}

/**
 * Polls in opening posts. A vote is a change of its thread: the log puts all votes in one order, so that the counts
 * equal the stored votes however many members vote at once.
 */
export class PollService {
  constructor(
    private readonly deps: {
      commands: ThreadCommands
      queries: PollQueries
      threadOf: (threadId: number, viewer: Viewer) => Promise<ThreadDoc>
      clock: Clock
    },
  ) {}

  /**
   * Returns a new poll as it is stored, without votes.
   *
   * @throws ForumError `VALIDATION_FAILED` for an end that has passed or is more than `POLL_DAYS_MAX` days away
   */
  prepare({ question, options, maxChoices, closesAt = null }: NewPoll): StoredPoll {
    const now = this.deps.clock.now().getTime()
    const isWithin = (end: Date) => end.getTime() > now && end.getTime() <= now + POLL_DAYS_MAX * DAY_MS
    if (closesAt !== null && !isWithin(closesAt)) throw refusedField('poll.closesAt', 'range')
    return { question, options: options.map((text) => ({ text, votes: 0 })), maxChoices, voters: 0, closesAt }
  }

  /**
   * Sets a member's choice, given as positions in the poll's options; an empty one withdraws the vote.
   *
   * @throws ForumError `NOT_FOUND` without a poll, `CONFLICT` once it is closed, `VALIDATION_FAILED` for positions that
   *   do not exist and for too many of them
   */
  async vote(viewer: Viewer, threadId: number, given: readonly number[]): Promise<Poll> {
    const { commands, queries, threadOf, clock } = this.deps
    const { actor } = viewer
    const options = [...new Set(given)].sort((a, b) => a - b)
    const event = await commands.change(threadId, actor, async (thread, context, earlier) => {
      const { poll } = thread
      if (!poll) throw new ForumError('NOT_FOUND')
      authorize(mayVote(actor, threadSubject(thread)))
      if (isClosed(poll, context.at)) throw new ForumError('CONFLICT', { detail: REFUSALS.pollIsClosed })
      if (options.some((index) => index >= poll.options.length)) throw refusedField('options', 'range')
      if (options.length > poll.maxChoices) throw refusedField('options', 'too_many')
      const before = lastVote(earlier, actor.id) ?? (await queries.votesOf(actor.id, [thread])).get(threadId)
      return pollEvent(context, { ...thread, poll }, { before: before ?? [], after: options })
    })
    const poll = event?.thread.poll ?? (await threadOf(threadId, viewer)).poll
    if (!poll) throw new ForumError('INTERNAL')
    return presentPoll(poll, clock.now())
  }
}

/** Returns a member's choice according to events that are not projected yet. */
const lastVote = (events: readonly ThreadEventDoc[], userId: number) =>
  events.findLast(({ vote }) => vote?.userId === userId)?.vote?.options
