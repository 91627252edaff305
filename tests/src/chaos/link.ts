import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** What may happen to the connections of a link. */
export type LinkFault = 'cut' | 'hold' | 'slow' | 'half-close'

const SLOW_MS = 150

/** A TCP proxy to one of several ports, whose connections can be disturbed. */
export class Link {
  private readonly open = new Set<{ client: Socket; server: Socket }>()
  private isCut = false
  private delayMs = 0
  /** Resolves once bytes may pass. */
  private passage = Promise.resolve()
  private letPass: () => void = () => undefined

  private constructor(
    private readonly listener: Server,
    private readonly ports: readonly number[],
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
      pipeline(client, this.pace(), server, () => undefined)
      pipeline(server, this.pace(), client, () => undefined)
    })
  }

  /** Passes bytes on when the link lets them. */
  private pace(): Transform {
    return new Transform({
      transform: (chunk, _encoding, done) => {
        void (async () => {
          if (this.delayMs > 0) await wait(this.delayMs)
          await this.passage
          done(null, chunk)
        })()
      },
    })
  }
}
