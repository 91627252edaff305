import { joinFrame, type CreatedPacket } from './frames'
import type { GatewaySocket } from './socket'

/** Socket.IO room of sockets whose outgoing buffer is backed up; they miss events, which they can fetch later. */
export const SLOW = 'gateway:slow'

/** Limits of the data that waits in the process for one socket, in encoded characters. */
export interface Backlog {
  /** Above this the socket is slow: events for rooms are dropped until the buffer has drained. */
  slow: number
  /** Above this it is closed: the client reconnects and fetches what it missed. */
  hopeless: number
}
export const BACKLOG: Backlog = { slow: 256 * 1024, hopeless: 1024 * 1024 }

/**
 * Keeps the membership of one socket in the room `SLOW` up to date. `onDrained` runs when a slow socket has caught up.
 *
 * It has one listener for each packet, which does nothing more for a socket that keeps up: with two more, the last of
 * 2,000 readers had an event a seventh later.
 */
export function watchBacklog(
  socket: GatewaySocket,
  { slow, hopeless }: Backlog,
  onDrained: () => void,
  onHopeless: () => void,
): void {
  let waiting = 0
  let isWaiting = false
  let isSlow = false
  const { conn } = socket
  const onPacket = (packet: CreatedPacket & { data?: string | Buffer }) => {
    joinFrame(packet)
    // The transport takes it at once.
    if (conn.transport.writable) return
    waiting += packet.data?.length ?? 0
    // One large packet alone does not make a socket slow; packets waiting before it do.
    if (!isWaiting) {
      isWaiting = true
      conn.once('drain', onDrain)
    } else if (waiting > hopeless) {
      stop()
      onHopeless()
      conn.close(true)
      // A WebSocket that is only closed keeps what waits to be sent for half a minute.
      ;(conn.transport as { socket?: { terminate(): void } }).socket?.terminate()
    } else if (waiting > slow && !isSlow) {
      isSlow = true
      void socket.join(SLOW)
    }
  }
  // Engine.IO hands its buffer to the transport only once the transport has sent the previous one.
  const onDrain = () => {
    waiting = 0
    isWaiting = false
    if (!isSlow) return
    isSlow = false
    void socket.leave(SLOW)
    onDrained()
  }
  const stop = () => {
    conn.off('packetCreate', onPacket)
    conn.off('drain', onDrain)
  }
  conn.on('packetCreate', onPacket)
  socket.once('disconnect', stop)
}
