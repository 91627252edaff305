import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** The faults of the connections of a link. */
export type LinkFault = 'cut' | 'hold' | 'slow' | 'half-close'

const SLOW_MS = 150

/** A request or response at which the link stops. */
interface Trap {
  of: 'request' | 'response'
  fits: (bytes: Buffer) => boolean
  caught: () => void
  released: Promise<void>
}

/** A TCP proxy to one of several ports, whose connections can be disturbed. */
export class Link {
  private readonly open = new Set<{ client: Socket; server: Socket }>()
  private isCut = false
  private delayMs = 0
  /** Resolves once bytes may pass. */
  private passage = Promise.resolve()
  private letPass: () => void = () => undefined
  private trap: Trap | null = null
  private release: () => void = () => undefined

  private constructor(
    private readonly listener: Server,
    private ports: readonly number[],
  ) {
    listener.on('connection', (client) => this.accept(client))
  }

  static async start(...ports: number[]): Promise<Link> {
    const listener = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return new Link(listener, ports)
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port
  }

  /** Sends new connections elsewhere; those that are open stay, as after a change of DNS. */
  moveTo(...ports: number[]): void {
    this.ports = ports
  }

  /**
   * Holds the first request that fits, and what its connection sends afterwards, until `heal`; other connections go on.
   * Resolves once a request is held.
   */
  catchRequest(fits: (bytes: Buffer) => boolean): Promise<void> {
    return this.setTrap('request', fits)
  }

  /** Does the same with the response to the first request that fits: what that asked for is done, and nobody knows. */
  catchResponse(fits: (bytes: Buffer) => boolean): Promise<void> {
    return this.setTrap('response', fits)
  }

  private setTrap(of: Trap['of'], fits: Trap['fits']): Promise<void> {
    return new Promise((caught) => {
      const released = new Promise<void>((release) => (this.release = release))
      this.trap = { of, fits, caught, released }
    })
  }

  /** Disturbs the link until `heal`. */
  disturb(how: LinkFault): void {
    if (how === 'cut') {
      this.isCut = true
      for (const { client, server } of this.open) for (const one of [client, server]) one.destroy()
    }
    if (how === 'hold') this.passage = new Promise((resolve) => (this.letPass = resolve))
    if (how === 'slow') this.delayMs = SLOW_MS
    // The server has nothing to read any more, while what it sends still arrives.
    if (how === 'half-close') for (const { server } of this.open) server.end()
  }

  heal(): void {
    this.isCut = false
    this.delayMs = 0
    this.letPass()
    this.trap = null
    this.release()
  }

  stop(): void {
    this.disturb('cut')
    this.listener.close()
  }

  private accept(client: Socket): void {
    client.on('error', () => undefined)
    if (this.isCut) client.destroy()
    else this.reach(client, this.ports)
  }

  /** Connects to the first port that accepts. The order stays: the requests of a long-polling go to one gateway. */
  private reach(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) {
      client.destroy()
      return
    }
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const refused = () => this.reach(client, others)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      const pair = { client, server }
      this.open.add(pair)
      server.once('close', () => this.open.delete(pair))
      const connection: Connection = { awaits: null }
      pipeline(client, this.pace('request', connection), server, () => undefined)
      pipeline(server, this.pace('response', connection), client, () => undefined)
    })
  }

  /** Passes bytes on when the link lets them. */
  private pace(direction: Trap['of'], connection: Connection): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        void (async () => {
          if (this.delayMs > 0) await wait(this.delayMs)
          await this.passage
          await (direction === 'request' ? this.holdRequest(chunk, connection) : holdResponse(connection))
          done(null, chunk)
        })()
      },
    })
  }

  private async holdRequest(chunk: Buffer, connection: Connection): Promise<void> {
    const { trap } = this
    if (!trap?.fits(chunk)) return
    this.trap = null
    if (trap.of === 'response') connection.awaits = trap
    else await hold(trap)
  }
}

/** A connection through a link, and the trap for its next response. */
interface Connection {
  awaits: Trap | null
}

async function holdResponse(connection: Connection): Promise<void> {
  const { awaits } = connection
  connection.awaits = null
  if (awaits) await hold(awaits)
}

async function hold({ caught, released }: Trap): Promise<void> {
  caught()
  await released
}
