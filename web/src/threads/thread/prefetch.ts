import { socket } from '../../lib/socket'
import { forum } from '../../store'
import { readPage } from '../../ui'
import { prefetchThreadPage } from '../../state/thread-copy'

/**
 * Loads the page of a thread to which a link leads. An open thread is left alone, since its events keep it up to date.
 */
export async function prefetchThread({
  threadId,
  page = '1',
}: Record<string, string | undefined>): Promise<void> {
  const id = Number(threadId)
  if (socket.threads.includes(id) || !/^\d+$/.test(page)) return
  await prefetchThreadPage(forum, id, readPage(page))
}
