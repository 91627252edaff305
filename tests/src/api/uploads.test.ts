import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum } from '../fixtures/forum'

describe('the picture of a member', () => {
  let forum: TestForum
  let url: string
  let bytes: Buffer

  beforeAll(async () => {
    forum = await startTestForum({ boards: false })
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#b5442b' } })
      .withExif({ IFD3: { GPSLatitude: '40/1 42/1 46/1' } })
      .jpeg()
      .toBuffer()
    const name = await forum.api.services.avatars.save(photo)
    url = `/api/uploads/${name}`
    bytes = Buffer.from(forum.files.kept.get(name) ?? [])
  })
  afterAll(() => forum.stop())

  it('stores a square without metadata under a name of 128 random bits', async () => {
    expect(url).toMatch(/\/avatar-[0-9a-f]{32}\.webp$/)
    const { width, height, exif } = await sharp(bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: 200, height: 200, exif: undefined })
  })

  it('serves the picture for display, cached forever and unable to do anything', async () => {
    const response = await forum.request.get(url).expect(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(response.get('Content-Security-Policy')).toContain('sandbox')
    expect(Buffer.from(response.body as Buffer).equals(bytes)).toBe(true)
  })

  it('serves the picture in parts', async () => {
    const part = await forum.request.get(url).set('Range', 'bytes=10-19').expect(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${bytes.length}`,
      'content-length': '10',
    })
    expect(Buffer.from(part.body as Buffer).equals(bytes.subarray(10, 20))).toBe(true)
    const beyond = await forum.request.get(url).set('Range', `bytes=${bytes.length}-`).expect(416)
    expect(beyond.get('Content-Range')).toBe(`bytes */${bytes.length}`)
    const other = await forum.request.get(url).set({ Range: 'bytes=0-1', 'If-Range': '"other"' }).expect(200)
    expect(other.get('Content-Length')).toBe(String(bytes.length))
  })

  it('does not resend the picture to a client that has it', async () => {
    const { headers } = await forum.request.head(url).expect(200)
    expect(headers).toMatchObject({ 'content-length': String(bytes.length) })
    await forum.request
      .get(url)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304)
  })

  it('responds 404 under any other name', async () => {
    for (const name of [
      'nothing.webp',
      '..%2f..%2ftoken-secret',
      '%2e%2e',
      'avatar-1.webp',
      `avatar-${'f'.repeat(32)}.webp`,
    ])
      await forum.request.get(`/api/uploads/${name}`).expect(404)
  })
})
