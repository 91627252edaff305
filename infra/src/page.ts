import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

/** Players are framed from these, and only after a click (contract §6). */
const PLAYERS = 'https://www.youtube-nocookie.com https://player.vimeo.com https://player.bilibili.com'

const HEADERS: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self'",
    // The libraries for dialogs and toasts set styles of their own at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: http: data: blob:",
    "connect-src 'self' ws: wss:",
    `frame-src ${PLAYERS}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Serves the built page: its files for ever, every other path as the page itself. */
export function createPage(folder: string): (req: IncomingMessage, res: ServerResponse) => void {
  const serve = sirv(folder, {
    single: true,
    gzip: true,
    brotli: true,
    setHeaders: (res, pathname) => {
      for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
      // Built files carry their content's hash in their names; the page itself must be asked for anew.
      const isHashed = pathname.startsWith('/assets/')
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (req, res) => {
    serve(req, res, () => {
      res.statusCode = 404
      res.setHeader('Content-Type', 'text/plain; charset=utf-8')
      res.end('Not found\n')
    })
  }
}
