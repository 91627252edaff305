import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { NAMED_FILES } from '@forum/http-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPage, pageHeaders } from './page'

describe('the built page', () => {
  const script = `console.log("${'长'.repeat(1_000)}")`
  let folder: string
  let site = {
    name: '论坛',
    url: 'https://forum.example',
    timeZone: 'UTC',
    seal: '论',
    logo: null as string | null,
    accent: '#a82a1e',
    description: '',
    welcome: '',
    contact: '',
    feedbackBoardId: null,
    footer: { text: '', links: [] },
    pages: [],
  }
  let sources: string[] = []
  let server: http.Server
  let url: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'forum-page-'))
    await mkdir(path.join(folder, 'assets'))
    await writeFile(
      path.join(folder, 'index.html'),
      '<!doctype html><meta name="description" content=""><title>论坛</title><head></head>',
    )
    await writeFile(path.join(folder, 'assets/index-abc.js'), script)
    await writeFile(path.join(folder, 'assets/index-abc.js.br'), brotliCompressSync(script))
    await writeFile(path.join(folder, 'assets/built.js'), script)
    await writeFile(path.join(folder, 'assets/built.js.gz'), gzipSync(`${script}// built`))
    await writeFile(
      path.join(folder, 'manifest.webmanifest'),
      '{"name":"论坛","short_name":"论坛","lang":"zh","icons":[{"src":"/favicon.svg"}]}',
    )
    await writeFile(path.join(folder, 'service-worker.js'), "name = decodeURIComponent('__SITE_NAME__')")
    const page = await createPage(
      folder,
      pageHeaders(undefined, () => sources),
      { site: () => site, files: NAMED_FILES },
    )
    server = http.createServer(page).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // A new build may replace the folder while the page is being served.
    await rm(folder, { recursive: true })
  })
  afterAll(() => {
    server.close()
  })

  it('allows the addresses of others that the settings name, from the next response on', async () => {
    const policy = async () => {
      const { headers } = await fetch(`${url}/`)
      return (headers.get('Content-Security-Policy') ?? '').split('; ')
    }
    const before = await policy()
    expect(before).toContain("script-src 'self'")
    sources = ['https://stats.example.org']
    const after = await policy()
    sources = []
    expect(after.filter((directive) => !before.includes(directive))).toEqual([
      "script-src 'self' https://stats.example.org",
      "connect-src 'self' https://stats.example.org",
      expect.stringMatching(/^frame-src .* https:\/\/stats\.example\.org$/),
    ])
  })

  it.each(['/', '/threads/1/page/2?post=3', '/Boards/', '/category/求职', '/my/messages/with/7'])(
    'responds with the built page on every screen: %s',
    async (screen) => {
      const response = await fetch(url + screen)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('论坛')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    },
  )

  it.each(['/nowhere', '/%E0%A4%A', '/../../etc/passwd', '/boards/1/2', '/threads/1/page', '/my', '//'])(
    'responds 404 with the page at an address without a screen: %s',
    async (address) => {
      const etag = (await fetch(url)).headers.get('etag') ?? ''
      const response = await fetch(url + address, { headers: { 'If-None-Match': etag } })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('论坛')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it('names the site in every file that contains its name, as soon as it has another', async () => {
    const before = (await fetch(`${url}/register`)).headers.get('etag') ?? ''
    const name = `"'石</title>&$\`墙'`
    site = { ...site, name }
    const response = await fetch(`${url}/register`, { headers: { 'If-None-Match': before } })
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<title>&quot;')
    for (const meta of ['application-name', 'og:site_name', 'og:title', 'description'])
      expect(html, meta).toMatch(new RegExp(`="${meta}" content="&quot;`))
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    const manifest = (await (await fetch(`${url}/manifest.webmanifest`)).json()) as object
    expect(manifest).toEqual({
      name,
      short_name: name,
      lang: 'zh',
      description: `${name}，随时看看大家在聊什么。`,
      theme_color: '#a82a1e',
      icons: [{ src: expect.stringMatching(/^\/favicon\.svg\?v=[0-9a-f]{8}$/) as string }],
    })
    const worker = await (await fetch(`${url}/service-worker.js`)).text()
    const [, literal = ''] = /decodeURIComponent\('([^']*)'\)/.exec(worker) ?? []
    expect(decodeURIComponent(literal)).toBe(name)
    site = { ...site, name: '论坛' }
  })

  it('sends the compressed file that the build made', async () => {
    const response = await fetch(`${url}/assets/built.js`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(await response.text()).toBe(`${script}// built`)
    expect((await fetch(`${url}/assets/built.js.gz`)).status).toBe(404)
  })

  it('caches all files except the page itself forever, and compresses them if accepted', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
    ] as const) {
      const response = await fetch(`${url}/assets/index-abc.js`, { headers: { 'Accept-Encoding': accepted } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(await response.text()).toBe(script)
    }
    const plain = await fetch(`${url}/assets/index-abc.js`, { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(script)
  })

  it('returns 304 to a client that has the current file', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('refuses missing files, socket paths and writes', async () => {
    for (const missing of [
      '/assets/index-old.js',
      '/assets/index-abc.js.br',
      '/favicon.ico',
      '/socket.io/?EIO=4',
    ])
      expect((await fetch(url + missing)).status).toBe(404)
    const written = await fetch(`${url}/threads/1`, { method: 'POST', body: 'x' })
    expect(written.status).toBe(405)
    expect(written.headers.get('allow')).toBe('GET, HEAD')
  })

  it('ignores ranges', async () => {
    const response = await fetch(`${url}/assets/index-abc.js`, { headers: { Range: 'bytes=9-2' } })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(script)
  })
})
