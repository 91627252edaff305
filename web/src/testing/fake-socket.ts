import { type Ack, type ServerEventName } from '@forum/shared/events'
import { LiveSocket, type RawSocket } from '../lib/socket'

/** A connection in the hands of a test. */
export class FakeSocket implements RawSocket {
  connected = false
  /** Every try to connect, with whom it was made as. */
  readonly tries: (string | undefined)[] = []
  readonly sent: { event: string; payload: unknown }[] = []
  private readonly listeners = new Map<string, ((payload?: unknown) => void)[]>()
  private auth: () => { token?: string } = () => ({})

  /** What the page would use. */
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

  emit(event: string, payload: unknown, acknowledge?: (ack: Ack) => void): void {
    this.sent.push({ event, payload })
    acknowledge?.({ ok: true })
  }

  /** The server lets it in. */
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

  tell(name: ServerEventName, payload: object): void {
    this.fire(name, payload)
  }

  private fire(event: string, payload?: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload)
  }
}
