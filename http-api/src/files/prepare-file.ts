import { ForumError } from '@forum/shared/errors'
import { cleanImage, type CleanImage, type ThumbnailSize } from './images'
import { downloadName, newFileName } from './names'
import { FILE_TYPES, losesMotion, sniffType, type FileType } from './sniff'

/** An upload that is ready to be stored. */
export interface PreparedFile {
  name: string
  originalName: string
  type: FileType
  bytes: Uint8Array
  width: number | null
  height: number | null
  thumbnails: CleanImage['thumbnails']
  /** True if the uploaded picture was animated, of which only the first frame is kept. */
  isFirstFrameOnly: boolean
}

/**
 * Recognises the type of an upload by its bytes and makes it harmless.
 *
 * @param others whether other types are taken as well, as downloads that no browser shows
 * @throws ForumError `UNSUPPORTED_MEDIA_TYPE` for other types, `VALIDATION_FAILED` for a broken or too large picture
 */
export async function prepareFile(
  file: { name: string; bytes: Uint8Array },
  others: 'refused' | 'taken' = 'refused',
): Promise<PreparedFile> {
  const sniffed = sniffType(file.bytes) ?? (others === 'taken' ? 'application/octet-stream' : null)
  if (sniffed === null) throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
  const image = FILE_TYPES[sniffed].isImage ? await cleanImage(file.bytes) : null
  const type = image?.type ?? sniffed
  return {
    name: newFileName(type),
    originalName: downloadName(file.name, type),
    type,
    bytes: image?.bytes ?? file.bytes,
    width: image?.width ?? null,
    height: image?.height ?? null,
    thumbnails: image?.thumbnails ?? [],
    isFirstFrameOnly: losesMotion(file.bytes, sniffed),
  }
}

/** The name under which a smaller version of a picture is stored. */
export const thumbnailName = (name: string, size: ThumbnailSize): string =>
  `${name.replace(/\.\w+$/, '')}.${size}.webp`

/** Returns true if a file of this type is shown in the page; the others are downloads. */
export const isShownInPage = (type: string): boolean => type.startsWith('image/')
