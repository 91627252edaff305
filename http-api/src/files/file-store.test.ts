import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore, StoredFile } from './file-store'
import { openFileStore } from './open-file-store'

const NAME = 'avatar-00112233445566778899aabbccddeeff.webp'

async function bytesOf(
  file: StoredFile | null,
  range?: Parameters<StoredFile['read']>[0],
): Promise<string | null> {
  if (!file) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of file.read(range)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe.each(['folder', 'S3-compatible server'])('files in a %s', (kind) => {
  let folder: string
  let server: S3rver | null = null
  let store: FileStore

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
    if (kind === 'folder') {
      store = openFileStore({ dataDir: folder, s3Url: undefined })
      return
    }
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'forum', configs: [] }],
    })
    const { port } = await server.run()
    store = openFileStore({ dataDir: folder, s3Url: `http://S3RVER:S3RVER@127.0.0.1:${port}/forum/files` })
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('reads a file whole and in parts, and not once it is deleted', async () => {
    await store.put(NAME, { bytes: Buffer.from('0123456789'), type: 'image/webp' })
    const file = await store.open(NAME)
    expect(file?.size).toBe(10)
    expect(await bytesOf(file)).toBe('0123456789')
    expect(await bytesOf(file, { first: 3, last: 5 })).toBe('345')
    await store.delete(NAME)
    await store.delete(NAME)
    expect(await store.open(NAME)).toBeNull()
  })

  it('refuses file names that lead elsewhere', async () => {
    for (const name of ['../secret.txt', 'a/b.txt', '.env', 'a..txt/..', 'A.txt', '', 'x'.repeat(200)]) {
      await expect(store.open(name)).rejects.toThrow('invalid name of a stored file')
      await expect(store.put(name, { bytes: Buffer.from('x'), type: 'text/plain' })).rejects.toThrow()
    }
    if (kind === 'folder') expect(await readdir(path.join(folder, 'uploads', NAME.slice(0, 2)))).toEqual([])
  })
})

it('reports a store that refuses its key', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'forum', configs: [] }],
  })
  const { port } = await server.run()
  try {
    const store = openFileStore({ dataDir: folder, s3Url: `http://STRANGER:S3RVER@127.0.0.1:${port}/forum` })
    await expect(store.put(NAME, { bytes: Buffer.from('x'), type: 'image/webp' })).rejects.toThrow(
      'responded 403',
    )
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
