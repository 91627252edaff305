import type { RawSocket } from '@forum/web/store'
import { WebSocket } from 'ws'

type Listener = (payload?: unknown) => void
type Ack = Awaited<ReturnType<ReturnType<RawSocket['timeout']>['emitWithAck']>>

/**
 * The connection of one reader: just enough of Engine.IO 4 and Socket.IO 5, since thousands of real clients would keep the
 * machine busier than the servers that are measured. Like a balancer, it goes on to the next gateway if one refuses.
 */
export class ReaderSocket implements RawSocket {
  connected = false
  private socket: WebSocket | null = null
  private readonly listeners = new Map<string, Listener>()
  private readonly acks = new Map<number, (ack: Ack) => void>()
  private sent = 0

  constructor(
    private readonly gateways: readonly string[],
    /** The reader's own address, as a proxy forwards it. */
    private readonly address: string,
  ) {}

  connect(): void {
    this.tryGateway(0)
  }

  disconnect(): void {
    this.connected = false
    this.socket?.terminate()
    this.socket = null
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, listener)
  }

  emit(event: string, payload: unknown): void {
    this.socket?.send(`42${JSON.stringify([event, payload])}`)
  }

  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<Ack> } {
    return {
      emitWithAck: (event, payload) =>
        new Promise((resolve, reject) => {
          const id = (this.sent += 1)
          const timer = setTimeout(() => {
            this.acks.delete(id)
            reject(new Error(`${event} was not acknowledged`))
          }, ms)
          this.acks.set(id, (ack) => {
            clearTimeout(timer)
            resolve(ack)
          })
          this.socket?.send(`42${id}${JSON.stringify([event, payload])}`)
        }),
    }
  }

  private tryGateway(tried: number): void {
    const url = this.gateways[tried]!.replace(/^http/, 'ws')
    const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers: { 'X-Forwarded-For': this.address },
      perMessageDeflate: false,
    })
    this.socket = socket
    let isUp = false
    socket.on('open', () => (isUp = true))
    // A socket that was given up may still receive what was on its way.
    socket.on('message', (data: Buffer) => this.socket === socket && this.receive(data.toString(), socket))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.socket !== socket) return
      const wasConnected = this.connected
      this.connected = false
      if (wasConnected) this.listeners.get('disconnect')?.('transport close')
      else if (!isUp && tried + 1 < this.gateways.length) this.tryGateway(tried + 1)
      else this.listeners.get('connect_error')?.(new Error('closed before the handshake'))
    })
  }

  private receive(text: string, socket: WebSocket): void {
    if (text === '2') socket.send('3')
    else if (text.startsWith('0')) socket.send('40')
    else if (text.startsWith('40')) {
      this.connected = true
      this.listeners.get('connect')?.()
    } else if (text.startsWith('44')) socket.close()
    else if (text.startsWith('43')) {
      const [, id, body] = /^43(\d+)(.*)$/s.exec(text) ?? []
      const [ack] = JSON.parse(body ?? '[]') as [Ack]
      this.acks.get(Number(id))?.(ack)
      this.acks.delete(Number(id))
    } else if (text.startsWith('42')) {
      const [event, payload] = JSON.parse(text.slice(2)) as [string, unknown]
      this.listeners.get(event)?.(payload)
    }
  }
}
