import type { Upload } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { BODY_MAX_BYTES } from '@forum/shared/limits'
import busboy from 'busboy'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** A file as sent: its name and type are claims of the sender. */
export interface UploadedFile {
  name: string
  mimeType: string
  bytes: Buffer
}

const FIELDS_MAX = 20

/**
 * Reads a multipart body: its fields, and the one file it must contain.
 *
 * @throws ForumError `PAYLOAD_TOO_LARGE` for a file or field beyond its bound, `VALIDATION_FAILED` if the file is
 * missing or the body is not multipart
 */
export async function readMultipart(
  request: IncomingMessage,
  upload: Upload,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  let isTooLarge = false
  const refusal = (code: 'required' | 'invalid', cause?: unknown) =>
    new ForumError('VALIDATION_FAILED', { fields: [{ field: upload.field, code }], cause })
  try {
    const parser = busboy({
      headers: request.headers,
      // Browsers send file names as UTF-8. A file that reaches `fileSize` counts as too large.
      defParamCharset: 'utf8',
      limits: { files: 1, fields: FIELDS_MAX, fieldSize: BODY_MAX_BYTES, fileSize: upload.maxBytes + 1 },
    })
    parser.on('field', (name, value, { valueTruncated }) => {
      isTooLarge ||= valueTruncated
      fields[name] = value
    })
    parser.on(
      'file',
      (name, stream, { filename = '', mimeType }: { filename?: string; mimeType: string }) => {
        const chunks: Buffer[] = []
        // A body that ends within the file also makes the stream emit an error, which would end the process if
        // unhandled.
        stream.on('error', () => undefined)
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('limit', () => (isTooLarge = true))
        stream.on('close', () => {
          if (name === upload.field) file = { name: filename, mimeType, bytes: Buffer.concat(chunks) }
        })
      },
    )
    await pipeline(request, parser)
  } catch (error) {
    throw refusal('invalid', error)
  }
  if (isTooLarge) throw new ForumError('PAYLOAD_TOO_LARGE')
  if (file === null) throw refusal('required')
  return { fields, file }
}
