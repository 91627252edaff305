import type { Reader } from '../platform/http/viewer'
import type { ThumbnailSize } from './images'

/** A file as served to one reader. */
export interface ServedFile {
  storedAs: string
  type: string
  /** The name of the download; null if the file is shown in the page. */
  downloadAs: string | null
  cacheControl: string
}

/** A feature that stores files and decides which of them a reader may have. */
export interface FileSource {
  find(
    filename: string,
    wanted: { size: ThumbnailSize | undefined; reader: Reader },
  ): Promise<ServedFile | null>
}
