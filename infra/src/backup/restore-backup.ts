import { BackupLoader, type FileStore } from '@forum/http-api'
import { EJSON } from 'bson'
import { OperatorError } from '../operator-error'
import type { BackupPlace } from './backup-place'
import { linesOf, uploadsOf, verifyBackup } from './verify-backup'

/** A backup cannot be restored; the message says why. */
export class RestoreError extends OperatorError {
  override readonly name = 'RestoreError'
}

export interface RestoreTarget {
  connection: ConstructorParameters<typeof BackupLoader>[0]
  files: FileStore
  /** Keeps the token secret of the backup. */
  keepTokenSecret: (secret: string) => Promise<void>
  /** Builds the indexes and derives what a backup does not contain. */
  finish: () => Promise<void>
  say: (text: string) => void
}

/**
 * Restores a backup into an empty database, after comparing it with its manifest. Until it is finished, no forum starts
 * on that database.
 *
 * @throws {RestoreError} if the backup is damaged or the database is not empty, and what `keepTokenSecret` throws
 */
export async function restoreBackup(place: BackupPlace, target: RestoreTarget): Promise<string> {
  const { connection, files, say } = target
  const { manifest, faults } = await verifyBackup(place)
  if (manifest === null || faults.length > 0) {
    throw new RestoreError(['The backup is damaged; nothing was restored.', ...faults].join('\n'))
  }
  const loader = new BackupLoader(connection)
  if (!(await loader.isEmpty())) {
    throw new RestoreError('The database is not empty. A backup is restored into an empty database only.')
  }
  // This may refuse the restore, so the database is marked afterwards.
  if (manifest.tokenSecret !== null) {
    const secret = await place.get('token-secret.txt')
    if (secret) await target.keepTokenSecret(secret.toString())
  }
  await loader.begin()
  let documents = 0
  // A replacement may be in a part that was finished before the part with what it replaces.
  for (const replaces of [false, true]) {
    for (const part of manifest.parts) {
      if (part.collection === null || part.replaces !== replaces) continue
      say(part.name)
      const lines = (await linesOf(place, part)) ?? []
      const parsed = lines.map((line) => EJSON.parse(line) as Record<string, unknown>)
      await loader.load({ collection: part.collection, documents: parsed, replaces })
      documents += parsed.length
    }
  }
  say('uploaded files')
  let restored = 0
  for (const { name, sha256 } of await uploadsOf(place, manifest)) {
    const bytes = sha256 === null ? null : await place.uploads.get(name)
    if (bytes === null) continue
    await files.put(name, { bytes, type: typeOf(name) })
    restored++
  }
  await target.finish()
  await loader.end()
  return `Restored ${documents} documents and ${restored} files of ${manifest.from}.`
}

/** Stored files are served with the type of their document; the store only wants one. */
const typeOf = (name: string) => (name.endsWith('.webp') ? 'image/webp' : 'application/octet-stream')
