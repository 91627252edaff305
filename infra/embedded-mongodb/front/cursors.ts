import { BSON_TYPE, elementsOf, stringValue } from './bson-bytes'
import type { RunCommand } from './engine'
import type { Request } from './wire'

/** Closes cursors of vanished clients: the engine never does, and each cursor holds memory and a snapshot. */

export const CURSOR_IDLE_MS = 10 * 60_000

interface OpenCursor {
  readonly namespace: string
  readonly usedAt: number
}

/** Tracks open cursors and closes those that have been idle for too long. */
export class CursorReaper {
  readonly #open = new Map<bigint, OpenCursor>()

  constructor(
    private readonly run: RunCommand,
    private readonly now: () => number,
    private readonly idleMs: number = CURSOR_IDLE_MS,
  ) {}

  get size(): number {
    return this.#open.size
  }

  /** A cursor that is being read or closed is not idle, so it is untracked until the engine replies. */
  noteRequest(request: Request): void {
    if (request.command === 'getMore') {
      const id = elementsOf(request.body)[0]
      if (id?.type === BSON_TYPE.int64) this.#open.delete(request.body.readBigInt64LE(id.value))
    } else if (request.command === 'killCursors') {
      const ids = elementsOf(request.body).find(({ name }) => name === 'cursors')
      if (ids?.type !== BSON_TYPE.array) return
      for (const id of elementsOf(request.body, ids.value)) {
        if (id.type === BSON_TYPE.int64) this.#open.delete(request.body.readBigInt64LE(id.value))
      }
    }
  }

  /** A reply with a cursor id other than zero leaves that cursor open. */
  noteReply(reply: Buffer): void {
    const cursor = elementsOf(reply).find(({ name }) => name === 'cursor')
    if (cursor?.type !== BSON_TYPE.document) return
    let id = 0n
    let namespace = ''
    for (const element of elementsOf(reply, cursor.value)) {
      if (element.name === 'id' && element.type === BSON_TYPE.int64) id = reply.readBigInt64LE(element.value)
      if (element.name === 'ns' && element.type === BSON_TYPE.string) namespace = stringValue(reply, element)
    }
    if (id !== 0n) this.#open.set(id, { namespace, usedAt: this.now() })
  }

  /** Closes the cursors that have been idle for too long. */
  async reap(): Promise<void> {
    const idle = new Map<string, bigint[]>()
    for (const [id, cursor] of this.#open) {
      if (this.now() - cursor.usedAt < this.idleMs) continue
      this.#open.delete(id)
      const ids = idle.get(cursor.namespace)
      if (ids) ids.push(id)
      else idle.set(cursor.namespace, [id])
    }
    for (const [namespace, cursors] of idle) {
      const dot = namespace.indexOf('.')
      await this.run(namespace.slice(0, dot), { killCursors: namespace.slice(dot + 1), cursors })
    }
  }
}
