import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Quality 4 takes a tenth of the time of the default, which is meant for files that are compressed once. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const COMPRESS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

const hash = (content: Buffer | string) => createHash('sha1').update(content).digest('base64url')

/** A JSON response as finished bytes. It is compressed at most once per encoding, on first use. */
export class ReadyBody {
  private readonly compressed: Partial<Record<Encoding, Promise<Buffer>>> = {}

  constructor(
    readonly bytes: Buffer,
    readonly etag: string = `W/"${hash(bytes)}"`,
  ) {}

  static of(response: unknown): ReadyBody {
    return new ReadyBody(Buffer.from(JSON.stringify(response)))
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    return (this.compressed[encoding] ??= COMPRESS[encoding](this.bytes))
  }

  /** The maximum memory it takes, including its compressed forms. */
  get size(): number {
    return Math.ceil(this.bytes.length * 1.6)
  }
}

/**
 * A body with gaps whose content depends on the reader, so that a member's response costs a copy rather than a
 * presentation.
 */
export class Template {
  private constructor(
    /** The body with each gap filled for an anonymous reader. */
    readonly forAnonymous: ReadyBody,
    private readonly gaps: readonly { start: number; end: number }[],
  ) {}

  /** Composes a template of JSON texts; those at odd indexes are the gaps, filled for an anonymous reader. */
  static of(texts: readonly string[]): Template {
    const chunks = texts.map((text) => Buffer.from(text))
    const gaps: { start: number; end: number }[] = []
    let length = 0
    for (const [i, chunk] of chunks.entries()) {
      const start = length
      length += chunk.length
      if (i % 2 === 1) gaps.push({ start, end: length })
    }
    return new Template(new ReadyBody(Buffer.concat(chunks, length)), gaps)
  }

  /** Returns the ETag of the body with these gaps filled, without building the body. */
  etagWith(filled: readonly string[]): string {
    return `W/"${hash(`${this.forAnonymous.etag}${filled.join('\n')}`)}"`
  }

  /** Fills the gaps, in order. */
  fill(filled: readonly string[], etag = this.etagWith(filled)): ReadyBody {
    const { bytes } = this.forAnonymous
    const parts: Buffer[] = []
    let from = 0
    for (const [i, { start, end }] of this.gaps.entries()) {
      parts.push(bytes.subarray(from, start), Buffer.from(filled[i] ?? ''))
      from = end
    }
    parts.push(bytes.subarray(from))
    return new ReadyBody(Buffer.concat(parts), etag)
  }
}
