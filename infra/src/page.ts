import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { isScreen } from '@forum/shared/screens'
import { lookup } from 'mrmime'

/** The hosts whose video players may be framed (docs/content.md#pictures-and-videos). */
const PLAYERS = 'https://www.youtube-nocookie.com https://player.vimeo.com https://player.bilibili.com'

/**
 * Returns the headers of everything that the page consists of.
 *
 * @param publicUrl - the address that readers open. Not every browser takes 'self' to include the WebSockets of the
 * page's own address, so they are allowed by name where it is known.
 * @param sources - what the policy allows beyond the site's own address, at the time of a response
 */
export const pageHeaders = (
  publicUrl: string | undefined,
  sources: () => readonly string[],
): Readonly<Record<string, string>> => ({
  get 'Content-Security-Policy'() {
    return policyWith(publicUrl, sources())
  },
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
})

const policyWith = (publicUrl: string | undefined, sources: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...sources].join(' '),
    "style-src 'self'",
    "img-src 'self' https: http: data: blob:",
    ["connect-src 'self'", ...(publicUrl === undefined ? [] : [socketOrigin(publicUrl)]), ...sources].join(
      ' ',
    ),
    ['frame-src', PLAYERS, ...sources].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns the origin of the WebSockets of an http or https address. */
const socketOrigin = (url: string) => new URL(url).origin.replace(/^http/, 'ws')

/** Smaller files gain nothing from compression. */
const GZIP_FROM_BYTES = 1_024
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/

interface PageFile {
  plain: Buffer
  /** Made by the build for scripts and style sheets, whose best compression takes seconds (infra/launcher/build.mjs). */
  brotli: Buffer | null
  gzipped: Buffer | null
  type: string
  etag: string
  cacheControl: string
}

async function readPageFile(folder: string, name: string, names: ReadonlySet<string>): Promise<PageFile> {
  const plain = await readFile(path.join(folder, name))
  const type = lookup(name) ?? 'application/octet-stream'
  const isCompressed = plain.length >= GZIP_FROM_BYTES && COMPRESSIBLE.test(type)
  const built = (file: string) => (names.has(file) ? readFile(path.join(folder, file)) : null)
  return {
    plain,
    brotli: await built(`${name}.br`),
    gzipped: (await built(`${name}.gz`)) ?? (isCompressed ? await compress(plain, { level: 9 }) : null),
    type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    etag: etagOf(plain),
    // Names of built files contain a hash of their content; the page itself has to be revalidated.
    cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

const etagOf = (plain: Buffer) => `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

const compress = promisify(gzip)

/** The smallest form of a file that a client accepts. */
function encoded(file: PageFile, accepted: string): { encoding: 'br' | 'gzip' | null; body: Buffer } {
  if (file.brotli && /\bbr\b/.test(accepted)) return { encoding: 'br', body: file.brotli }
  if (file.gzipped && /\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: file.gzipped }
  return { encoding: null, body: file.plain }
}

/** Files of the page that contain the name of the site, by path, with what each is for a site. */
interface NamedFiles<Site extends object> {
  site: () => Site
  files: Readonly<Record<string, (built: string, site: Site) => string>>
}

/** Returns the files as they are for the present site; they are written again when it changes. */
function forSite<Site extends object>(
  built: ReadonlyMap<string, PageFile>,
  { site, files }: NamedFiles<Site>,
): (pathname: string) => PageFile | undefined {
  let of = ''
  const written = new Map<string, PageFile>()
  return (pathname) => {
    const file = built.get(pathname)
    const write = files[pathname]
    if (!file || !write) return file
    const present = site()
    const key = JSON.stringify(present)
    if (key !== of) written.clear()
    of = key
    let rendered = written.get(pathname)
    if (!rendered) {
      const plain = Buffer.from(write(file.plain.toString(), present))
      rendered = { ...file, plain, brotli: null, gzipped: gzipSync(plain), etag: etagOf(plain) }
      written.set(pathname, rendered)
    }
    return rendered
  }
}

/** A path with a file extension names a file. */
const isFilePath = (pathname: string) => /\.[a-z0-9]+$/i.test(pathname) || pathname.startsWith('/socket.io/')

/**
 * Serves the built page: its files, and the page itself for every screen. Any other address gets the page too, which
 * says so, with the status 404. The folder is read once, so that
 * everything served is from one build, even if another build replaces the folder (docs/decisions/0007).
 */
export async function createPage<Site extends object>(
  folder: string,
  headers: Readonly<Record<string, string>>,
  named: NamedFiles<Site>,
): Promise<(req: IncomingMessage, res: ServerResponse) => void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
      ),
  )
  const files = new Map<string, PageFile>(
    await Promise.all(
      [...names]
        .filter((name) => !/\.(br|gz)$/.test(name))
        .map(async (name) => [`/${name}`, await readPageFile(folder, name, names)] as const),
    ),
  )

  const fileAt = forSite(files, named)

  return (req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    const refuse = (status: number, text: string) => {
      res.statusCode = status
      res.setHeader('Content-Type', 'text/plain; charset=utf-8')
      res.end(`${text}\n`)
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      refuse(405, 'Method not allowed')
      return
    }
    const [pathname = '/'] = (req.url ?? '/').split('?')
    const file = fileAt(pathname) ?? (isFilePath(pathname) ? undefined : fileAt('/index.html'))
    if (!file) {
      refuse(404, 'Not found')
      return
    }
    const isFound = files.has(pathname) || isScreen(pathname)
    res.statusCode = isFound ? 200 : 404
    res.setHeader('Cache-Control', file.cacheControl)
    res.setHeader('ETag', file.etag)
    if (file.gzipped ?? file.brotli) res.setHeader('Vary', 'Accept-Encoding')
    if (isFound && req.headers['if-none-match'] === file.etag) {
      res.statusCode = 304
      res.end()
      return
    }
    const { encoding, body } = encoded(file, String(req.headers['accept-encoding']))
    if (encoding !== null) res.setHeader('Content-Encoding', encoding)
    res.setHeader('Content-Type', file.type)
    res.setHeader('Content-Length', body.length)
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}
