import { LiveSocket } from '@forum/web/store'
import { ReaderSocket } from './socket'

/** Reads are spread and retried as the page spreads and retries them (`LiveConnection`). */
const GAP_JITTER_MS = 400
const RESYNC_JITTER_MS = 2_000
const WAKE_MS = 1_000
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 30_000

export interface ReaderOptions {
  threadId: number
  seq: number
  address: string
  gateways: readonly string[]
  /** Reads the changes of a thread; returns its `seq`, or how long to wait after a failure. */
  read: (threadId: number, since: number, address: string) => Promise<ReadResult>
}
export type ReadResult = { seq: number } | { retryAfterMs: number }

/** Someone who reads one thread: the page's own socket, and the thread's `seq` in the place of its posts. */
export class Reader {
  seq: number
  isConnected = false
  /** When either last changed, by a clock that all processes of the machine share, in milliseconds. */
  changedAt = 0
  private readonly socket: LiveSocket
  private timer: ReturnType<typeof setTimeout> | null = null
  private isReading = false
  private failures = 0
  private wokenAt = -Infinity

  constructor(
    private readonly options: ReaderOptions,
    private readonly onChange: (reader: Reader) => void,
  ) {
    this.seq = options.seq
    this.socket = new LiveSocket({
      connect: () => new ReaderSocket(options.gateways, options.address),
      random: Math.random,
    })
    this.socket.join({ kind: 'thread', id: options.threadId })
  }

  open(): void {
    this.socket.open({
      message: (event) => {
        if (event.name === 'resync') this.readWithin(RESYNC_JITTER_MS)
        else if ('seq' in event && 'threadId' in event) this.hear(event.seq)
      },
      status: (status) => {
        this.isConnected = status === 'connected'
        this.changed()
      },
      rejoined: () => {
        if (performance.now() - this.wokenAt > WAKE_MS) this.readWithin(RESYNC_JITTER_MS)
        else this.readNow()
      },
      roomsRefused: () => undefined,
      refused: () => undefined,
    })
  }

  /** As a phone whose screen is turned off: its connection ends. */
  sleep(): void {
    this.socket.close()
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  /** As a phone that is turned on again: it connects, and reads once it is connected or after a moment. */
  wake(): void {
    this.wokenAt = performance.now()
    this.open()
    this.readAfter(WAKE_MS)
  }

  private hear(seq: number): void {
    if (seq === this.seq + 1) this.advance(seq)
    else if (seq > this.seq) this.readWithin(GAP_JITTER_MS)
  }

  private advance(seq: number): void {
    if (seq <= this.seq) return
    this.seq = seq
    this.changed()
  }

  private changed(): void {
    this.changedAt = Number(process.hrtime.bigint()) / 1e6
    this.onChange(this)
  }

  private readWithin(jitter: number): void {
    this.readAfter(jitter * Math.random())
  }

  private readNow(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.readAfter(0)
  }

  private readAfter(delay: number): void {
    if (this.timer || this.isReading) return
    this.timer = setTimeout(() => {
      this.timer = null
      void this.read()
    }, delay)
  }

  private async read(): Promise<void> {
    this.isReading = true
    const { threadId, address, read } = this.options
    const result = await read(threadId, this.seq, address)
    this.isReading = false
    if ('seq' in result) {
      this.failures = 0
      this.advance(result.seq)
      return
    }
    const longest = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** this.failures)
    this.failures += 1
    this.readAfter(Math.max(result.retryAfterMs, longest * (0.5 + Math.random() / 2)))
  }
}
