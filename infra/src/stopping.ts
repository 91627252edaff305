import type http from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Gateway } from '@forum/realtime-server'

/** Requests in progress get this long before their connections are closed. */
const DRAIN_MS = 5_000

/** Stops what was started, in reverse order. */
export class Undo {
  private readonly steps: (() => Promise<unknown>)[] = []
  private ending: Promise<void> | null = null

  add(step: () => Promise<unknown>): void {
    this.steps.unshift(step)
  }

  /** Runs every step, even after one has failed, and rejects with the first failure. */
  run(): Promise<void> {
    this.ending ??= (async () => {
      const failures: unknown[] = []
      for (const step of this.steps) await step().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    })()
    return this.ending
  }
}

/**
 * Serves on while the readiness is 503, so that proxies learn that the process will end. Each response closes its
 * connection, so that no idle connection is left to be closed just as a request arrives on it.
 */
export async function announceStop(server: http.Server, ms: number): Promise<void> {
  server.prependListener('request', (_, res) => void res.setHeader('Connection', 'close'))
  await wait(ms)
  // Connections that arrived while others were served have been accepted by now.
  await new Promise((resolve) => setImmediate(resolve))
}

/** Accepts no new connections, disconnects sockets, waits for requests in progress, and closes what is still open. */
export async function closeServer(
  server: http.Server,
  connections: ReadonlySet<Socket>,
  gateway: Gateway | null,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await gateway?.close()
  const finished = await Promise.race([closed.then(() => true), wait(DRAIN_MS, false, { ref: false })])
  if (!finished) for (const connection of connections) connection.destroy()
  await closed
}
