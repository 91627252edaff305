import { useCallback, useState } from 'react'
import { forum } from '../store'
import { toast } from '../ui'
import { isReceived } from './list-keys'
import { markMessageRead } from './messages.actions'
import { type MessageEntity } from './messages.slice'
import { messagesText } from './messages.texts'
import { useWhenSeen } from './use-when-seen'

/**
 * Marks received messages as read once they are seen. A message that the server refuses to mark is tried again when it
 * is next opened.
 */
export function useMarkRead(shown: readonly MessageEntity[], userId: number): void {
  // A refused mark is undone, and must not be repeated because of that.
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set())
  const unread = shown.filter(
    (message) => !message.isRead && isReceived(message, userId) && !tried.has(message.id),
  )
  const ids = unread.map(({ id }) => id).join()
  const mark = useCallback(async () => {
    const marked = ids.split(',').map(Number)
    setTried((before) => new Set([...before, ...marked]))
    const results = await Promise.all(marked.map((id) => markMessageRead(forum, id)))
    if (results.some(({ ok }) => !ok)) toast.error(messagesText('error.markRead'))
  }, [ids])
  const act = useCallback(() => void mark(), [mark])
  useWhenSeen(ids === '' ? null : act)
}
