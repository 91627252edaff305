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

const hash = (content: Buffer) => createHash('sha1').update(content).digest('base64url')

/** The body of a response (JSON, XML or HTML) as finished bytes. It is compressed at most once per encoding, on first use. */
export class ResponseBody {
  private readonly compressed: Partial<Record<Encoding, Promise<Buffer>>> = {}

  constructor(
    readonly bytes: Buffer,
    readonly etag: string = `W/"${hash(bytes)}"`,
  ) {}

  static of(response: unknown): ResponseBody {
    return new ResponseBody(Buffer.from(JSON.stringify(response)))
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    return (this.compressed[encoding] ??= COMPRESS[encoding](this.bytes))
  }

  /** The maximum memory it takes, including its compressed forms. */
  get size(): number {
    return Math.ceil(this.bytes.length * 1.6)
  }
}
