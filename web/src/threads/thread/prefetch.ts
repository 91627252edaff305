import { socket } from '../../lib/socket'
import { forum } from '../../store'
import { readPage } from '../../ui'
import { prefetchThreadPage } from '../../state/thread-copy'

/** Reads the page of a thread that a link leads to. An open thread follows its events and is left alone. */
export async function prefetchThread({
  threadId,
  page = '1',
}: Record<string, string | undefined>): Promise<void> {
  const id = Number(threadId)
  if (socket.threads.includes(id) || !/^\d+$/.test(page)) return
  await prefetchThreadPage(forum, id, readPage(page))
}
