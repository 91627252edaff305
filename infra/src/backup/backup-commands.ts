import {
  BackupReader,
  collections,
  connectPatiently,
  createApi,
  openFileStore,
  readStored,
  prepareDatabase,
  recordBackup,
  type ApiDeps,
} from '@forum/http-api'
import { systemClock } from '@forum/shared/clock'
import type { Config } from '../config'
import { existingTokenSecret, keepTokenSecret } from '../token-secret'
import { openBackupPlace } from './backup-place'
import { restoreBackup, RestoreError } from './restore-backup'
import { verifyBackup } from './verify-backup'
import { writeBackup } from './write-backup'

type Places = Pick<Config, 'dataDir' | 's3Url' | 'backupS3Url'>

/** Writes a backup of the database at `uri`, which a running forum may use; returns a summary. */
export async function backup(
  uri: string,
  named: string,
  { config, withoutSecrets, say }: { config: Places; withoutSecrets: boolean; say: (text: string) => void },
): Promise<string> {
  const connection = await connectPatiently(uri)
  try {
    const files = openFileStore(config)
    const manifest = await writeBackup(
      {
        reader: new BackupReader(collections(connection), { withoutSecrets }),
        upload: (name) => readStored(files, name),
        tokenSecret: await existingTokenSecret(config.dataDir),
        withoutSecrets,
        clock: systemClock,
        say,
      },
      openBackupPlace(named, config.backupS3Url),
    )
    if (!withoutSecrets) await recordBackup(collections(connection), systemClock)
    const documents = Object.values(manifest.collections).reduce((sum, one) => sum + one.documents, 0)
    const { files: copied, missing } = manifest.uploads
    return `Wrote ${documents} documents and ${copied} files to ${named}; ${missing} files are missing from the store.`
  } finally {
    await connection.close()
  }
}

/**
 * Compares a backup with its checksums; returns a summary.
 *
 * @throws {RestoreError} if it is damaged
 */
export async function verify(named: string, config: Places): Promise<string> {
  const { manifest, faults } = await verifyBackup(openBackupPlace(named, config.backupS3Url))
  if (manifest === null || faults.length > 0)
    throw new RestoreError(['The backup is damaged.', ...faults].join('\n'))
  return `The backup of ${manifest.from} is complete: ${manifest.parts.length} parts, ${manifest.uploads.files} files.`
}

/** Restores a backup into the empty database at `uri`; returns a summary. */
export async function restore(
  uri: string,
  named: string,
  {
    config,
    api: apiDeps,
    say,
  }: {
    config: Places
    api: Omit<ApiDeps, 'connection' | 'files' | 'bus' | 'redis'>
    say: (text: string) => void
  },
): Promise<string> {
  const connection = await connectPatiently(uri)
  const files = openFileStore(config)
  try {
    return await restoreBackup(openBackupPlace(named, config.backupS3Url), {
      connection,
      files,
      keepTokenSecret: (secret) => keepTokenSecret(config.dataDir, secret),
      async finish() {
        await prepareDatabase(uri, systemClock, say, { isRestoring: true })
        const api = createApi({ ...apiDeps, connection, files, bus: null, redis: null })
        try {
          await api.finishRestore(say)
        } finally {
          await api.stop()
        }
      },
      say,
    })
  } finally {
    await connection.close()
  }
}
