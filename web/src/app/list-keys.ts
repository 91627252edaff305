import { setDensity } from '../boards'
import { threadCopySlice } from '../state/thread-copy'
import { markRead } from '../threads'
import { forum, sessionSlice } from '../store'
import { toast } from '../ui'

/** Shows the news of the screen's list, by pressing the button above it. */
export function showListNews(): void {
  document.querySelector<HTMLElement>('.list-news-button')?.click()
}

/** Makes lists and posts dense or normal, on a screen that shows some. */
export async function switchDensity(): Promise<void> {
  const { user } = forum.read(sessionSlice)
  if (user === null || document.querySelector('.latest, .threads, .thread-posts') === null) return
  const result = await setDensity(forum, user.density === 'dense' ? 'normal' : 'dense')
  if (!result.ok) toast.error(result.error.message)
}

/** Marks the thread of the row that has the focus as read. */
export async function markFocusedRead(): Promise<void> {
  const link = document.activeElement?.closest('li')?.querySelector('a.row-link[href^="/threads/"]')
  const id = Number(/^\/threads\/(\d+)/.exec(link?.getAttribute('href') ?? '')?.[1])
  const thread = forum.read(threadCopySlice).threads[id]
  if (thread?.viewer) await markRead(forum, id, thread.lastNumber)
}
