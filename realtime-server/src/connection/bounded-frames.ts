import type { Clock } from '@forum/shared/clock'
import type { IncomingMessage } from 'node:http'
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws'
import { createCounter } from './counter'

/** Frames of any kind per WebSocket and window; a page sends a tenth of them at most. */
const FRAMES_MAX = 1_000
const FRAMES_WINDOW_MS = 10_000
/** Frames in one message; a page sends each message in one. */
const FRAGMENTS_MAX = 64

interface Bounds {
  clock: Clock
  /** Maximum number of bytes that wait in the process for a WebSocket that sends something. */
  waitingMax: number
  onBeyond: (request: IncomingMessage) => void
}

/**
 * Creates the class of WebSocket servers for Engine.IO, which answers some frames whether or not the client reads:
 * pings with pongs, probes of an upgrade. A WebSocket is ended at once when it sends more frames than any page, or when
 * too much waits for it to be read.
 */
export const boundedWebSockets = (bounds: Bounds): new (options: ServerOptions) => WebSocketServer =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, maxFragments: FRAGMENTS_MAX })
    }

    override handleUpgrade(
      ...[request, connection, head, onOpened]: Parameters<WebSocketServer['handleUpgrade']>
    ): void {
      super.handleUpgrade(request, connection, head, (socket, opened) => {
        boundFrames(socket, opened, bounds)
        onOpened(socket, opened)
      })
    }
  }

function boundFrames(
  socket: WebSocket,
  request: IncomingMessage,
  { clock, waitingMax, onBeyond }: Bounds,
): void {
  const countFrame = createCounter(clock, FRAMES_WINDOW_MS)
  let isEnded = false
  const onFrame = () => {
    if (isEnded || (countFrame() <= FRAMES_MAX && socket.bufferedAmount <= waitingMax)) return
    isEnded = true
    // `close` would keep for half a minute what waits to be sent.
    socket.terminate()
    onBeyond(request)
  }
  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, onFrame)
}
