/** Maximum number of open connections per address. */
export interface ConnectionLimits {
  anonymous: number
  /** Anonymous and signed-in connections together. */
  total: number
}

type Kind = keyof ConnectionLimits

/** Counts the open connections of each address. */
export class ConnectionCounts {
  private readonly counts: Record<Kind, Map<string, number>> = { anonymous: new Map(), total: new Map() }

  /** Null for no limits. */
  constructor(private readonly limits: ConnectionLimits | null) {}

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
