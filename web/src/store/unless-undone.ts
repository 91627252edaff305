import { beforeSignOut } from '../lib/session'
import { type Forum } from './create-forum'
import { sessionSlice } from './session'

/**
 * Finishes an act once the member can no longer undo it: when `offer` calls `send`, the page is left or the member
 * signs out.
 *
 * @param offer offers the undo, and calls `send` when the offer ends
 */
export async function unlessUndone<T>(
  forum: Forum,
  offer: (undo: () => void, send: () => void) => void,
  finish: (isUndone: boolean) => Promise<T>,
): Promise<T> {
  let end: (isUndone: boolean) => void = () => undefined
  const ended = new Promise<boolean>((resolve) => (end = resolve))
  const send = () => {
    end(false)
  }
  addEventListener('pagehide', send)
  offer(() => {
    end(true)
  }, send)
  const finished = ended.then((isUndone) => {
    removeEventListener('pagehide', send)
    return finish(isUndone)
  })
  const { number } = forum.read(sessionSlice)
  const stop = beforeSignOut(async () => {
    // The calls of a session that has ended never settle.
    if (forum.read(sessionSlice).number !== number) return
    send()
    await finished
  })
  const result = await finished
  stop()
  return result
}
