import type { Viewer } from '../platform/viewer'
import type { ThumbnailSize } from './images'

/** A file as one reader gets it. */
export interface ServedFile {
  storedAs: string
  type: string
  /** The name it is saved under; null where it is shown in the page. */
  downloadAs: string | null
  cacheControl: string
}

/** A feature that keeps files: knows which of its names a reader may have. */
export interface FileSource {
  find(
    filename: string,
    wanted: { size: ThumbnailSize | undefined; viewer: Viewer | null },
  ): Promise<ServedFile | null>
}
