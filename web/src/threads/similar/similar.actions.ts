import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Finds threads about what a title says, the best first. */
export function findSimilarThreads(forum: Forum, title: string): Promise<Result<ThreadRow[]>> {
  return resultOf(forum.call('listSimilarThreads', { query: { title } }).then(({ threads }) => threads))
}

/** Finds other threads about what a thread is about, the best first. */
export function findRelatedThreads(forum: Forum, threadId: number): Promise<Result<ThreadRow[]>> {
  return resultOf(forum.call('listRelatedThreads', { params: { threadId } }).then(({ threads }) => threads))
}
