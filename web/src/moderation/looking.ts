import { socket } from '../lib/socket'

/** Shows other moderators the post that this one looks at; null for none. */
export function sendLook(postId: number | null): void {
  socket.send('moderation:look', postId === null ? null : { postId })
}
