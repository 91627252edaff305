import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openFileStore, readStored } from '@forum/http-api'
import { OperatorError } from '../operator-error'

/** Where a backup is kept: a folder, or a prefix in an S3-compatible store. */
export interface BackupPlace {
  /** Resolves once the bytes are durable. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns null if there is no such file. */
  get(name: string): Promise<Buffer | null>
  /** The part of the place in which the uploaded files are. */
  uploads: Omit<BackupPlace, 'uploads' | 'isUsed'>
  /** True if the place is not empty; for an S3-compatible store, if it has a backup. */
  isUsed(): Promise<boolean>
}

export const MANIFEST = 'manifest.json'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function folder(root: string): Omit<BackupPlace, 'uploads' | 'isUsed'> {
  return {
    async put(name, bytes) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeFile(path.join(root, name), bytes, { flush: true, mode: 0o600 })
    },
    get: (name) =>
      readFile(path.join(root, name)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  }
}

function bucket(url: URL, prefix: string): Omit<BackupPlace, 'uploads' | 'isUsed'> {
  const prefixed = new URL(url)
  prefixed.pathname = `${url.pathname.replace(/\/+$/, '')}/${prefix}`
  const store = openFileStore({ dataDir: '', s3Url: prefixed.href })
  return {
    put: (name, bytes) => store.put(name, { bytes, type: 'application/octet-stream' }),
    get: (name) => readStored(store, name),
  }
}

/** The prefix of a place that is kept in the S3-compatible store of backups. */
const S3 = 's3:'

/** The place that a command names cannot be used; the message says why. */
export class BackupPlaceError extends OperatorError {
  override readonly name = 'BackupPlaceError'
}

/** Opens the place that a command names: a folder, or `s3:NAME` in the store of `BACKUP_S3_URL`. */
export function openBackupPlace(named: string, s3Url: string | undefined): BackupPlace {
  if (!named.startsWith(S3)) {
    const isUsed = () =>
      readdir(named).then(
        (names) => names.length > 0,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      )
    return { ...folder(named), uploads: folder(path.join(named, 'uploads')), isUsed }
  }
  const name = named.slice(S3.length)
  if (!/^[\w-]+$/.test(name))
    throw new BackupPlaceError('The name after s3: has letters, digits, _ and - only.')
  if (s3Url === undefined) throw new BackupPlaceError('BACKUP_S3_URL must be given for s3:')
  const place = bucket(new URL(s3Url), name)
  const isUsed = async () => (await place.get(MANIFEST)) !== null
  return { ...place, uploads: bucket(new URL(s3Url), `${name}/uploads`), isUsed }
}
