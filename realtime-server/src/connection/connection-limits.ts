import { AddressCounts } from '@forum/shared/address'
import { RateWindows } from '@forum/shared/rate-windows'

/** The limits of one address. */
export interface ConnectionLimits {
  /** Maximum number of open anonymous connections. */
  anonymous: number
  /** Maximum number of open connections, anonymous and signed-in together. */
  total: number
  /** Maximum number of handshakes in a minute. */
  handshakes: number
}

/** Counts the open connections and the handshakes of each address. */
export class ConnectionCounts {
  readonly anonymous: AddressCounts
  readonly total: AddressCounts
  private readonly handshakes: RateWindows | null

  /** Null for no limits. */
  constructor(limits: ConnectionLimits | null) {
    this.anonymous = new AddressCounts(limits && limits.anonymous)
    this.total = new AddressCounts(limits && limits.total)
    this.handshakes =
      limits && new RateWindows({ points: limits.handshakes, seconds: 60 }, () => performance.now())
  }

  /** Counts a handshake; false if the address has had too many. */
  consumeHandshake(address: string): boolean {
    return this.handshakes?.consume(address) ?? true
  }
}
