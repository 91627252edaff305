import { RateWindows } from '@forum/shared/rate-windows'

/** What one address may do. */
export interface ConnectionLimits {
  /** Maximum number of open anonymous connections. */
  anonymous: number
  /** Maximum number of open connections, anonymous and signed-in together. */
  total: number
  /** Maximum number of handshakes in a minute. */
  handshakes: number
}

type Kind = 'anonymous' | 'total'

/** Counts the open connections and the handshakes of each address. */
export class ConnectionCounts {
  private readonly counts: Record<Kind, Map<string, number>> = { anonymous: new Map(), total: new Map() }

  private readonly handshakes: RateWindows | null

  /** Null for no limits. */
  constructor(private readonly limits: ConnectionLimits | null) {
    this.handshakes = limits && new RateWindows({ points: limits.handshakes, seconds: 60 })
  }

  /** Counts a handshake; false if the address has had too many. */
  consumeHandshake(address: string): boolean {
    return this.handshakes?.consume(address) ?? true
  }

  hasRoom(kind: Kind, address: string): boolean {
    return this.limits === null || (this.counts[kind].get(address) ?? 0) < this.limits[kind]
  }

  add(kind: Kind, address: string): void {
    this.counts[kind].set(address, (this.counts[kind].get(address) ?? 0) + 1)
  }

  remove(kind: Kind, address: string): void {
    const left = (this.counts[kind].get(address) ?? 0) - 1
    if (left > 0) this.counts[kind].set(address, left)
    else this.counts[kind].delete(address)
  }
}
