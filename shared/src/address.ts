const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i
const LONGEST_ADDRESS = 64

/**
 * Returns the address that a limit counts by. An IPv6 address counts as its /64 (`2001:db8:0:1::/64`), since the
 * holder of one address in a /64 holds all of them; an IPv4 address written as IPv6 counts as IPv4. Text that is not
 * an address is returned unchanged, cut to 64 characters.
 */
export function limitAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  const groups = groupsOf(address)
  if (!groups) return (IPV4.test(address) ? address : ip).slice(0, LONGEST_ADDRESS)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The eight 16-bit groups of an IPv6 address, or null for anything else. */
function groupsOf(address: string): number[] | null {
  const sides = address.split('::')
  if (!address.includes(':') || sides.length > 2) return null
  const [left = [], right] = sides.map((side) => (side === '' ? [] : side.split(':').flatMap(hexOfDotted)))
  const missing = 8 - left.length - (right?.length ?? 0)
  if (right ? missing < 1 : missing !== 0) return null
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...(right ?? [])]
  return groups.every((group) => IPV6_GROUP.test(group)) ? groups.map((group) => parseInt(group, 16)) : null
}

/** Converts a dotted tail (`::ffff:192.0.2.1`) to two groups; returns any other group unchanged. */
function hexOfDotted(group: string): string[] {
  const bytes = IPV4.exec(group)?.slice(1).map(Number)
  if (!bytes) return [group]
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
}

/** Counts what each address has open, such as connections. */
export class AddressCounts {
  private readonly counts = new Map<string, number>()

  /** @param limit - maximum count of an address; null for none */
  constructor(private readonly limit: number | null) {}

  hasRoom(address: string): boolean {
    return this.limit === null || (this.counts.get(address) ?? 0) < this.limit
  }

  add(address: string): void {
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
  }

  remove(address: string): void {
    const left = (this.counts.get(address) ?? 0) - 1
    if (left > 0) this.counts.set(address, left)
    else this.counts.delete(address)
  }
}
