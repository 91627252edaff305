import type { Ranged, RawResponse } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import type { Handlers } from '../platform/http/mount'
import { isFileName, type FileStore } from './file-store'
import type { FileSource, ServedFile } from './served-file'

/** The content policy of served files: a file that a browser opens cannot run or load anything. */
const SANDBOX = "default-src 'none'; sandbox"

/** Builds `Content-Disposition` by RFC 6266: an ASCII name for old clients, and the full name in UTF-8 (RFC 8187). */
function disposition(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

const headersOf = ({ downloadAs, cacheControl }: ServedFile): Record<string, string> => ({
  'Content-Disposition': downloadAs === null ? 'inline' : disposition(downloadAs),
  'Cache-Control': cacheControl,
  'Content-Security-Policy': SANDBOX,
  'X-Content-Type-Options': 'nosniff',
  // Pages of other origins that may call the API also show its pictures.
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

/** Serves the files that features keep in the store; each feature decides by its own rules. */
export const fileRoutes = (store: FileStore, sources: readonly FileSource[]) =>
  ({
    getUpload: async ({ params, query, reader }): Promise<RawResponse> => {
      const { filename } = params
      if (!isFileName(filename)) throw new ForumError('NOT_FOUND')
      for (const source of sources) {
        const found = await source.find(filename, { size: query.size, reader })
        if (!found) continue
        const stored = await store.open(found.storedAs)
        if (!stored) throw new ForumError('NOT_FOUND')
        // The bytes under a name never change, so the name serves as the ETag.
        const body: Ranged = {
          etag: `"${found.storedAs}"`,
          size: stored.size,
          read: (range) => stored.read(range),
        }
        return { type: found.type, body, headers: headersOf(found) }
      }
      throw new ForumError('NOT_FOUND')
    },
  }) satisfies Partial<Handlers>
