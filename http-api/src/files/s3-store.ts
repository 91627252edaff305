import { AwsClient } from 'aws4fetch'
import { assertFileName, type ByteRange, type FileStore, type StoredFile } from './file-store'

/** A call to the store that takes longer counts as failed. */
const CALL_TIMEOUT_MS = 8_000

/**
 * Stores files in an S3-compatible service. The URL contains all settings:
 * `https://KEY:SECRET@host/bucket/optional/prefix?region=eu-central-1`. Requests name the bucket in the path, which
 * every such service accepts.
 */
export class S3Store implements FileStore {
  private readonly client: AwsClient
  private readonly base: string

  constructor(url: string) {
    const parsed = new URL(url)
    this.client = new AwsClient({
      accessKeyId: decodeURIComponent(parsed.username),
      secretAccessKey: decodeURIComponent(parsed.password),
      service: 's3',
      region: parsed.searchParams.get('region') ?? 'us-east-1',
      retries: 2,
    })
    this.base = `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`
  }

  async put(name: string, { bytes, type }: { bytes: Uint8Array; type: string }): Promise<void> {
    const headers = { 'Content-Type': type, 'Content-Length': String(bytes.byteLength) }
    await discard(await this.call('PUT', name, { headers, body: bytes as Uint8Array<ArrayBuffer> }))
  }

  async open(name: string): Promise<StoredFile | null> {
    const response = await this.call('HEAD', name)
    if (response.status === 404) return null
    return {
      size: Number(response.headers.get('Content-Length')),
      read: (range) => this.read(name, range),
    }
  }

  async delete(name: string): Promise<void> {
    await discard(await this.call('DELETE', name))
  }

  private async *read(name: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
    const headers = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
    const response = await this.call('GET', name, { headers })
    if (!response.ok || !response.body) throw new Error(`${name} is missing from the file store`)
    yield* response.body as unknown as AsyncIterable<Uint8Array>
  }

  private async call(method: string, name: string, more: RequestInit = {}): Promise<Response> {
    assertFileName(name)
    const response = await this.client.fetch(`${this.base}/${name}`, {
      method,
      ...more,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const isMissing = response.status === 404 && method !== 'PUT'
    if (response.ok || isMissing) return response
    await discard(response)
    throw new Error(`the file store responded ${response.status} to ${method}`)
  }
}

/** Frees the connection of a response whose body is not read. */
const discard = async (response: Response): Promise<void> => response.body?.cancel()
