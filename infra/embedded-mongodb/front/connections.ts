import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { MalformedMessage } from './bson-bytes'
import { FrameReader } from './wire'

export const MAX_CONNECTIONS = 1_000
/** A message that has begun, and the first message of a connection, must be complete within this time. */
export const MESSAGE_TIMEOUT_MS = 30_000
/** A client that does not read its reply within this time is disconnected. */
const REPLY_TIMEOUT_MS = 60_000
/** Maximum size of incomplete messages held in memory, over all connections. */
const MAX_HELD_BYTES = 256 * 1024 * 1024

export interface ConnectionsOptions {
  /** Returns the reply to one message, or undefined if the client wants none. */
  readonly handle: (frame: Buffer) => Promise<Buffer | undefined>
  readonly now: () => number
  readonly messageTimeoutMs: number
  /** Why a connection was refused or cut off. */
  readonly onComplaint: (reason: string) => void
}

/** The listening socket and its connections. */
export class Connections {
  readonly #server: Server
  readonly #open = new Set<Connection>()

  constructor(private readonly options: ConnectionsOptions) {
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Listens on loopback only. Returns the port; rejects if it is in use. */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Closes connections whose message is overdue. Call it regularly. */
  checkTimeouts(): void {
    for (const connection of this.#open) {
      if (connection.isLate(this.options.now()))
        this.#cutOff(connection, 'a message was not completed in time')
    }
  }

  /** Accepts no more connections or messages; commands that are running still get their response. */
  stopAccepting(): void {
    this.#server.close()
    for (const connection of this.#open) connection.stop()
  }

  destroyAll(): void {
    for (const connection of this.#open) connection.socket.destroy()
  }

  #accept(socket: Socket): void {
    if (this.#open.size >= MAX_CONNECTIONS) {
      this.options.onComplaint(`there are ${MAX_CONNECTIONS} connections already`)
      socket.destroy()
      return
    }
    const connection = new Connection(socket, this.options)
    this.#open.add(connection)
    socket.setNoDelay(true)
    socket.on('close', () => this.#open.delete(connection))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      connection.receive(chunk)
      if (this.#held() > MAX_HELD_BYTES) this.#cutOff(connection, 'too much is held for unfinished messages')
    })
  }

  #held(): number {
    let held = 0
    for (const connection of this.#open) held += connection.held
    return held
  }

  #cutOff(connection: Connection, reason: string): void {
    this.options.onComplaint(reason)
    connection.socket.destroy()
  }
}

/** One client. Its messages are handled one after the other, and read no faster than that. */
class Connection {
  readonly #reader = new FrameReader()
  #isHandling = false
  #stopped = false
  /** The time since which the front has waited for the rest of a message, or for the client to read its reply. */
  #waitingSince: number | undefined
  #deadlineMs: number

  constructor(
    readonly socket: Socket,
    private readonly options: ConnectionsOptions,
  ) {
    this.#deadlineMs = options.messageTimeoutMs
    this.#waitingSince = options.now()
  }

  get held(): number {
    return this.#reader.held
  }

  isLate(now: number): boolean {
    return this.#waitingSince !== undefined && now - this.#waitingSince >= this.#deadlineMs
  }

  stop(): void {
    this.#stopped = true
    if (!this.#isHandling) this.socket.destroy()
  }

  receive(chunk: Buffer): void {
    this.#reader.push(chunk)
    if (this.#isHandling) {
      if (this.#reader.hasFrame) this.socket.pause()
    } else {
      void this.#handleAll()
    }
  }

  async #handleAll(): Promise<void> {
    this.#isHandling = true
    try {
      let frame = this.#reader.next()
      while (frame && !this.socket.destroyed) {
        this.#waitingSince = undefined
        const reply = await this.options.handle(frame)
        if (reply) await this.#write(reply)
        if (this.#stopped) {
          this.socket.end()
          return
        }
        frame = this.#reader.next()
      }
      this.#awaitRest()
      this.socket.resume()
    } catch (error) {
      this.options.onComplaint(error instanceof MalformedMessage ? error.message : String(error))
      this.socket.destroy()
    } finally {
      this.#isHandling = false
    }
  }

  /** The timeout of a message starts with its first byte; bytes that trickle in do not reset it. */
  #awaitRest(): void {
    if (!this.#reader.isEmpty) this.#waitingSince ??= this.options.now()
  }

  async #write(reply: Buffer): Promise<void> {
    if (this.socket.destroyed || this.socket.write(reply)) return
    this.#waitingSince = this.options.now()
    this.#deadlineMs = REPLY_TIMEOUT_MS
    await drained(this.socket)
    this.#deadlineMs = this.options.messageTimeoutMs
    this.#waitingSince = undefined
  }
}

/** Resolves when the client has taken all written bytes, or has disconnected. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
}
