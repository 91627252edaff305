import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Finds threads whose titles begin with a text. */
export function findSimilarThreads(forum: Forum, title: string): Promise<Result<ThreadRow[]>> {
  return resultOf(forum.call('listSimilarThreads', { query: { title } }).then(({ threads }) => threads))
}
