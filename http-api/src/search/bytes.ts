/** Writes numbers of variable length: seven bits a byte, the lowest first. */
export class ByteWriter {
  private bytes: Buffer
  length = 0

  constructor(capacity = 1_024) {
    this.bytes = Buffer.allocUnsafe(capacity)
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  number(value: number): void {
    this.reserve(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Returns a copy of what was written, and starts again empty. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length))
    this.length = 0
    return taken
  }
}

/** Reads what `ByteWriter` wrote, from an offset on. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public offset = 0,
  ) {}

  number(): number {
    let value = 0
    let shift = 0
    for (;;) {
      const byte = this.bytes[this.offset++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
      shift += 7
    }
  }
}
