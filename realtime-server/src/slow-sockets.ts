import type { GatewaySocket } from './sockets'

/** Sockets whose outgoing buffer is backed up: the relay leaves them out of what they can ask for later. */
export const SLOW = 'gateway:slow'

/** In characters as encoded, waiting in the process for one socket. */
export interface Backlog {
  /** Above this the socket is slow: its thread events are dropped until the buffer has drained. */
  slow: number
  /** Above this it is hopeless, and closed: it reconnects and asks anew. */
  hopeless: number
}
export const BACKLOG: Backlog = { slow: 256 * 1024, hopeless: 1024 * 1024 }

/** Keeps the room `SLOW` right for one socket; `onDrained` is when it has missed something and can hear again. */
export function watchBacklog(
  socket: GatewaySocket,
  { slow, hopeless }: Backlog,
  onDrained: () => void,
  onHopeless: () => void,
): void {
  let waiting = 0
  let isSlow = false
  const { conn } = socket
  const onPacket = (packet: { data?: string | Buffer }) => {
    const before = waiting
    waiting += packet.data?.length ?? 0
    // One large packet alone is nobody's fault: a socket is slow when others wait before it.
    if (before === 0) return
    if (waiting > hopeless) {
      stop()
      onHopeless()
      conn.close(true)
    } else if (waiting > slow && !isSlow) {
      isSlow = true
      void socket.join(SLOW)
    }
  }
  // The buffer is handed to the transport only once the transport has got rid of what it had before.
  const onDrain = () => {
    waiting = 0
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
  conn.on('drain', onDrain)
  socket.once('disconnect', stop)
}
