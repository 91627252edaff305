import { type Ack, type ServerEventName } from '@forum/shared/events'
import { LiveSocket, type RawSocket } from '../lib/socket'

/** A connection controlled by a test. */
export class FakeSocket implements RawSocket {
  connected = false
  /** The token of every connection attempt. */
  readonly tries: (string | undefined)[] = []
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

  connect(): void {
    this.tries.push(this.auth().token)
  }

  disconnect(): void {
    if (!this.connected) return
    this.lose()
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

  lose(): void {
    this.connected = false
    this.fire('disconnect')
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
