import path from 'node:path'
import type { FileStore } from './file-store'
import { FolderStore } from './folder-store'
import { S3Store } from './s3-store'

/** Opens the S3-compatible store at `s3Url`, or the folder `uploads` of the data folder. */
export const openFileStore = (places: { dataDir: string; s3Url: string | undefined }): FileStore =>
  places.s3Url === undefined
    ? new FolderStore(path.join(places.dataDir, 'uploads'))
    : new S3Store(places.s3Url)
