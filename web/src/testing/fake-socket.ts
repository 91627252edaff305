import { type Ack, type ServerEventName } from '@forum/shared/events'
import { LiveSocket, type RawSocket, type Transport } from '../lib/socket'

/** A connection controlled by a test. */
export class FakeSocket implements RawSocket {
  connected = false
  /** The token of every connection attempt. */
  readonly tries: (string | undefined)[] = []
  /** The transports of every connection attempt. */
  readonly transports: string[] = []
  /** Returns the server's acknowledgement. */
  acknowledge: (event: string) => Promise<Ack> = () => Promise.resolve({ ok: true })
  readonly sent: { event: string; payload: unknown }[] = []
  private readonly listeners = new Map<string, ((payload?: unknown) => void)[]>()
  private auth: () => { token?: string } = () => ({})

  /** The socket as the page uses it. */
  asLive(random = () => 1): LiveSocket {
    return new LiveSocket({
      connect: (auth) => {
        this.auth = auth
        return this
      },
      random,
    })
  }

  connect(transports: readonly Transport[]): void {
    this.transports.push(transports.join(', '))
    this.tries.push(this.auth().token)
  }

  disconnect(): void {
    if (!this.connected) return
    this.lose('io client disconnect')
  }

  on(event: string, listener: (payload?: unknown) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }

  emit(event: string, payload: unknown): void {
    this.sent.push({ event, payload })
  }

  timeout() {
    return {
      emitWithAck: (event: string, payload: unknown): Promise<Ack> => {
        this.sent.push({ event, payload })
        return this.acknowledge(event)
      },
    }
  }

  /** Completes the connection, as the server does when it accepts the token. */
  accept(): void {
    this.connected = true
    this.fire('connect')
  }

  lose(reason = 'transport close'): void {
    this.connected = false
    this.fire('disconnect', reason)
  }

  refuse(code?: string): void {
    this.fire('connect_error', { data: code ? { code } : undefined })
  }

  deliver(name: ServerEventName, payload: object): void {
    this.fire(name, payload)
  }

  private fire(event: string, payload?: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload)
  }
}
