import type { Ranged } from '@forum/shared/contract'
import type { Context } from 'koa'
import { Readable } from 'node:stream'

interface ByteRange {
  first: number
  last: number
}

/**
 * Returns the part of a body that a request asks for: null for the whole body, also if the header is not understood
 * (RFC 9110 14.2); `unsatisfiable` if the part is empty. The package range-parser calls `bytes=9-0` unsatisfiable too.
 */
export function requestedRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first < size ? { first, last } : 'unsatisfiable'
}

/** Sends a body, or the requested part of it. */
export function sendRanged(ctx: Context, body: Ranged): void {
  ctx.set('ETag', body.etag)
  ctx.set('Accept-Ranges', 'bytes')
  const ifRange = ctx.get('If-Range')
  const range = ifRange === '' || ifRange === body.etag ? requestedRange(ctx.get('Range'), body.size) : null
  if (range === 'unsatisfiable') {
    ctx.status = 416
    ctx.set('Content-Range', `bytes */${body.size}`)
    ctx.body = ''
    return
  }
  if (range) {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${body.size}`)
  }
  ctx.body = Readable.from(whenRead(() => body.read(range ?? undefined)))
  ctx.length = range ? range.last - range.first + 1 : body.size
}

/** Opens the body only when its first byte is read: a 304 and the response to HEAD read nothing. */
async function* whenRead(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* open()
}
