import type { Upload } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { BODY_MAX_BYTES, UPLOADING_MAX_BYTES, UPLOADING_PER_ACCOUNT_MAX_BYTES } from '../limits'
import busboy from 'busboy'
import type { IncomingMessage } from 'node:http'

/** A file as sent: its name and type are claims of the sender. */
export interface UploadedFile {
  name: string
  mimeType: string
  bytes: Buffer
}

const FIELDS_MAX = 4
/** The parts of a multipart body around its file. */
const bytesAround = FIELDS_MAX * BODY_MAX_BYTES

/** Memory reserved for an upload, from before it arrives until it has been handled. */
export interface UploadReservation {
  bytes: number
  /** Aborted when the room is needed for the upload of another account. */
  signal: AbortSignal
  /** The upload has arrived: from now on its room is not taken away. */
  keep(): void
  release(): void
}

interface Reservation {
  account: string
  bytes: number
  /** Null once the upload has arrived. */
  arriving: AbortController | null
}

/**
 * Bounds the bytes of the uploads that a process holds in memory, in total and for each account: a client that holds
 * back its last bytes keeps all others. When there is no room, the account that holds the most loses its oldest upload,
 * provided that it holds more than the account that asks.
 */
export class UploadMemory {
  /** In the order in which they were made. */
  private readonly reserved = new Set<Reservation>()

  /**
   * Reserves room for an upload as large as its request says, or as the endpoint allows.
   *
   * @throws ForumError `PAYLOAD_TOO_LARGE`, `TOO_MANY_REQUESTS` if the account's uploads in progress are too large
   * together, `UNAVAILABLE` if those of the process are
   */
  reserve(
    account: string,
    request: Pick<IncomingMessage, 'headers'>,
    { maxBytes }: Upload,
  ): UploadReservation {
    const announced = Number(request.headers['content-length'] ?? Number.NaN)
    if (announced > maxBytes + bytesAround) throw new ForumError('PAYLOAD_TOO_LARGE')
    const bytes = Number.isNaN(announced) ? maxBytes : Math.min(announced, maxBytes)
    const held = this.heldBy(account) + bytes
    if (held > UPLOADING_PER_ACCOUNT_MAX_BYTES) {
      throw new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
    }
    while (this.sum(() => true) + bytes > UPLOADING_MAX_BYTES) this.takeFromOthers(held)
    const arriving = new AbortController()
    const reservation: Reservation = { account, bytes, arriving }
    this.reserved.add(reservation)
    return {
      bytes,
      signal: arriving.signal,
      keep: () => (reservation.arriving = null),
      release: () => this.reserved.delete(reservation),
    }
  }

  private sum(isCounted: (one: Reservation) => boolean): number {
    let sum = 0
    for (const one of this.reserved) if (isCounted(one)) sum += one.bytes
    return sum
  }

  private heldBy(account: string): number {
    return this.sum((one) => one.account === account)
  }

  /** Ends the oldest arriving upload of the account that holds the most, if that is more than `held`. */
  private takeFromOthers(held: number): void {
    let largest: { one: Reservation; held: number } | null = null
    for (const one of this.reserved) {
      if (!one.arriving) continue
      const ofAccount = this.heldBy(one.account)
      if (ofAccount > Math.max(held, largest?.held ?? 0)) largest = { one, held: ofAccount }
    }
    if (!largest) throw busy()
    this.reserved.delete(largest.one)
    largest.one.arriving?.abort()
  }
}

const busy = () => new ForumError('UNAVAILABLE', { retryAfterSeconds: 5 })

/**
 * Reads a multipart body: its fields, and the one file it must contain.
 *
 * @throws ForumError `PAYLOAD_TOO_LARGE` for a file or field beyond its bound, `VALIDATION_FAILED` if the file is
 * missing or the body is not multipart, `UNAVAILABLE` if its room was taken away
 */
export async function readMultipart(
  request: IncomingMessage,
  upload: Upload,
  reservation: Pick<UploadReservation, 'bytes' | 'signal'>,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  let isTooLarge = false
  const refusal = (code: 'required' | 'invalid', cause?: unknown) => refusedField(upload.field, code, cause)
  const open = () => {
    try {
      return busboy({
        headers: request.headers,
        // Browsers send file names as UTF-8. A file that reaches `fileSize` counts as too large.
        defParamCharset: 'utf8',
        limits: { files: 1, fields: FIELDS_MAX, fieldSize: BODY_MAX_BYTES, fileSize: reservation.bytes + 1 },
      })
    } catch (error) {
      throw refusal('invalid', error)
    }
  }
  const parser = open()
  parser.on('field', (name, value, { valueTruncated }) => {
    isTooLarge ||= valueTruncated
    fields[name] = value
  })
  parser.on('file', (name, stream, { filename = '', mimeType }: { filename?: string; mimeType: string }) => {
    // Written to one buffer, since chunks of a few bytes would take many times their size.
    const bytes = name === upload.field ? Buffer.allocUnsafe(reservation.bytes) : null
    let size = 0
    // A body that ends within the file also makes the stream emit an error, which would end the process if unhandled.
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      if (bytes) size += chunk.copy(bytes, size)
    })
    stream.on('limit', () => (isTooLarge = true))
    stream.on('close', () => {
      if (bytes) file = { name: filename, mimeType, bytes: bytes.subarray(0, size) }
    })
  })
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => reject(refusal('invalid', error))
    const end = () => reject(busy())
    parser.on('error', fail)
    parser.once('close', resolve)
    request.once('error', fail)
    reservation.signal.addEventListener('abort', end)
    if (reservation.signal.aborted) end()
    else request.pipe(parser)
  }).finally(() => {
    // Without its parser, the rest of the body is discarded.
    request.unpipe(parser)
    request.resume()
    parser.destroy()
  })
  if (isTooLarge) throw new ForumError('PAYLOAD_TOO_LARGE')
  if (file === null) throw refusal('required')
  return { fields, file }
}
