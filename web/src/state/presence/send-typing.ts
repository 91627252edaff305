import { socket } from '../../lib/socket'

/** Emits that the member is typing a reply. */
export function sendTyping(threadId: number): void {
  socket.send('thread:typing', { threadId })
}
