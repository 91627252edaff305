import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { BackupReader } from '@forum/http-api'
import type { Clock } from '@forum/shared/clock'
import { EJSON } from 'bson'
import { BackupPlaceError, MANIFEST, type BackupPlace } from './backup-place'
import { manifestText, sha256, type BackupPart, type Manifest, type UploadLine } from './manifest'

const compress = promisify(gzip)

/** A part is closed at this size, before compression. */
const PART_BYTES = 16 * 1024 * 1024
/** Uploaded files that are copied at once. */
const FILES_AT_ONCE = 8

/** The parts of one collection. */
class PartWriter {
  private lines: string[] = []
  private size = 0
  private count = 0

  constructor(
    private readonly place: BackupPlace,
    private readonly part: { name: string; collection: string | null; replaces: boolean },
    private readonly onPart: (part: BackupPart) => void,
  ) {}

  async add(line: string): Promise<void> {
    this.lines.push(line)
    this.size += line.length
    if (this.size >= PART_BYTES) await this.close()
  }

  async close(): Promise<void> {
    if (this.lines.length === 0) return
    const { name, collection, replaces } = this.part
    const documents = this.lines.length
    const bytes = await compress(`${this.lines.join('\n')}\n`)
    this.lines = []
    this.size = 0
    const file = `${name}-${String(++this.count).padStart(4, '0')}.jsonl.gz`
    await this.place.put(file, bytes)
    this.onPart({ name: file, collection, documents, replaces, bytes: bytes.length, sha256: sha256(bytes) })
  }
}

/** `threadEvents` → `thread-events` */
const fileNameOf = (collection: string) =>
  collection.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export interface BackupSource {
  reader: Pick<BackupReader, 'documents' | 'files'>
  /** Returns an uploaded file, null if it is missing. */
  upload: (name: string) => Promise<Uint8Array | null>
  /** The secret of the data folder; undefined if it is not kept there. */
  tokenSecret: string | undefined
  withoutSecrets: boolean
  clock: Clock
  say: (text: string) => void
}

/**
 * Writes a backup into an unused place. The manifest is written last, so a place without one has no complete backup.
 *
 * @throws {BackupPlaceError} if the place is in use
 */
export async function writeBackup(source: BackupSource, place: BackupPlace): Promise<Manifest> {
  const { reader, tokenSecret, withoutSecrets, clock, say } = source
  if (await place.isUsed()) throw new BackupPlaceError('There is something in that place already.')
  const from = clock.now().toISOString()
  const parts: BackupPart[] = []
  const writers = new Map<string, PartWriter>()
  const sums = new Map<string, { documents: number; hash: Hash }>()
  const writerOf = (name: string, collection: string | null, replaces: boolean) => {
    const made = new PartWriter(place, { name, collection, replaces }, (part) => parts.push(part))
    writers.set(name, writers.get(name) ?? made)
    return writers.get(name) ?? made
  }
  for await (const { collection, documents, replaces } of reader.documents()) {
    const name = `${fileNameOf(collection)}${replaces ? '-changed' : ''}`
    const writer = writerOf(name, collection, replaces)
    const sum = sums.get(collection) ?? { documents: 0, hash: createHash('sha256') }
    if (!sums.has(collection)) say(collection)
    sums.set(collection, sum)
    for (const document of documents) {
      const line = EJSON.stringify(document, { relaxed: true })
      sum.documents++
      sum.hash.update(`${line}\n`)
      await writer.add(line)
    }
  }
  say('uploaded files')
  const uploads = await copyUploads(source, place, writerOf('upload-list', null, false))
  for (const writer of writers.values()) await writer.close()
  const keptSecret = withoutSecrets ? undefined : tokenSecret
  if (keptSecret !== undefined) await place.put('token-secret.txt', Buffer.from(keptSecret))
  const manifest: Manifest = {
    format: 'overseas-forum-backup',
    version: 1,
    from,
    until: clock.now().toISOString(),
    withoutSecrets,
    tokenSecret: keptSecret === undefined ? null : sha256(keptSecret),
    collections: Object.fromEntries(
      [...sums].map(([name, { documents, hash }]) => [name, { documents, sha256: hash.digest('hex') }]),
    ),
    parts,
    uploads,
  }
  await place.put(MANIFEST, Buffer.from(manifestText(manifest)))
  return manifest
}

async function copyUploads(
  { reader, upload }: BackupSource,
  place: BackupPlace,
  list: PartWriter,
): Promise<Manifest['uploads']> {
  const counts = { files: 0, missing: 0 }
  const copy = async (name: string): Promise<UploadLine> => {
    const bytes = await upload(name)
    if (bytes === null) return { name, bytes: 0, sha256: null }
    await place.uploads.put(name, bytes)
    return { name, bytes: bytes.length, sha256: sha256(bytes) }
  }
  let names: string[] = []
  const flush = async () => {
    for (const line of await Promise.all(names.map(copy))) {
      if (line.sha256 === null) counts.missing++
      else counts.files++
      await list.add(JSON.stringify(line))
    }
    names = []
  }
  for await (const name of reader.files()) {
    names.push(name)
    if (names.length === FILES_AT_ONCE) await flush()
  }
  await flush()
  return counts
}
