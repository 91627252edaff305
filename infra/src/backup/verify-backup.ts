import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MANIFEST, type BackupPlace } from './backup-place'
import { readManifest, sha256, type BackupPart, type Manifest, type UploadLine } from './manifest'

const decompress = promisify(gunzip)

/** The lines of a part; null if it is missing or not what the manifest says. */
export async function linesOf(place: BackupPlace, part: BackupPart): Promise<string[] | null> {
  const bytes = await place.get(part.name)
  if (bytes === null || sha256(bytes) !== part.sha256) return null
  const text = (await decompress(bytes)).toString()
  const lines = text.slice(0, -1).split('\n')
  return lines.length === part.documents ? lines : null
}

/** Returns the lines of the list of uploaded files. */
export async function uploadsOf(place: BackupPlace, manifest: Manifest): Promise<UploadLine[]> {
  const uploads: UploadLine[] = []
  for (const part of manifest.parts) {
    if (part.collection !== null) continue
    for (const line of (await linesOf(place, part)) ?? []) uploads.push(JSON.parse(line) as UploadLine)
  }
  return uploads
}

/**
 * Compares everything in a backup with its manifest, and each thread's seq with its log.
 *
 * @returns the manifest, null if there is none that can be read; and what is wrong, a line for each fault
 */
export async function verifyBackup(
  place: BackupPlace,
): Promise<{ manifest: Manifest | null; faults: string[] }> {
  const text = await place.get(MANIFEST)
  if (text === null) return { manifest: null, faults: [`${MANIFEST} is missing`] }
  const manifest = readManifest(text.toString())
  if (manifest === null) return { manifest, faults: [`${MANIFEST} is damaged`] }
  const faults: string[] = []
  const seqs = new Map<number, number>()
  const logs = new Map<number, Set<number>>()
  for (const part of manifest.parts) {
    const lines = await linesOf(place, part)
    if (lines === null) {
      faults.push(`${part.name} is missing or damaged`)
      continue
    }
    for (const line of lines) {
      if (part.collection === 'threads') {
        const { _id, seq } = JSON.parse(line) as { _id: number; seq: number }
        seqs.set(_id, seq)
      } else if (part.collection === 'threadEvents') {
        const { threadId, seq } = JSON.parse(line) as { threadId: number; seq: number }
        logs.set(threadId, (logs.get(threadId) ?? new Set()).add(seq))
      }
    }
  }
  if (faults.length === 0) {
    for (const [threadId, seq] of seqs) {
      const log = logs.get(threadId)
      for (let n = 1; n <= seq; n++) {
        if (log?.has(n)) continue
        faults.push(`event ${n} of thread ${threadId} is missing`)
        break
      }
    }
  }
  if (manifest.tokenSecret !== null) {
    const secret = await place.get('token-secret.txt')
    if (secret === null || sha256(secret) !== manifest.tokenSecret)
      faults.push('token-secret.txt is missing or damaged')
  }
  for (const { name, sha256: expected } of await uploadsOf(place, manifest)) {
    if (expected === null) continue
    const bytes = await place.uploads.get(name)
    if (bytes === null || sha256(bytes) !== expected) faults.push(`uploads/${name} is missing or damaged`)
  }
  return { manifest, faults }
}
