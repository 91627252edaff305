import { pollVoteId, type ThreadDoc, type ThreadLogCollections } from '../../log'

/** The votes of members. */
export class PollQueries {
  constructor(private readonly db: Pick<ThreadLogCollections, 'pollVotes'>) {}

  /** Returns the options that a member chose in each of these threads; it reads nothing of threads without a poll. */
  async votesOf(
    userId: number,
    threads: readonly Pick<ThreadDoc, '_id' | 'poll'>[],
  ): Promise<ReadonlyMap<number, number[]>> {
    const ids = threads.filter(({ poll }) => poll).map(({ _id }) => pollVoteId(_id, userId))
    if (ids.length === 0) return new Map()
    const votes = await this.db.pollVotes
      .find({ _id: { $in: ids } }, { projection: { threadId: 1, options: 1 } })
      .toArray()
    return new Map(votes.map(({ threadId, options }) => [threadId, options]))
  }
}
