import { AVATAR_SIDE } from '@forum/shared/limits'
import type { FileStore } from './file-store'
import { squareImage } from './images'
import { newFileName } from './names'
import type { FileSource, ServedFile } from './served-file'

const PREFIX = 'avatar-'
const NAME = /^avatar-[0-9a-f]{32}\.webp$/
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Pictures of members: public and never changed, a new one gets a new name. */
export class AvatarFiles implements FileSource {
  constructor(private readonly store: FileStore) {}

  /**
   * Makes a square picture of an upload and keeps it; returns its name, served at `/api/uploads/<name>`.
   *
   * @throws ForumError `UNSUPPORTED_MEDIA_TYPE` for what is no picture, `VALIDATION_FAILED` for a broken or too large one
   */
  async save(bytes: Uint8Array): Promise<string> {
    const image = await squareImage(bytes, AVATAR_SIDE)
    const name = newFileName(image.type, PREFIX)
    await this.store.put(name, image)
    return name
  }

  /** Removes a picture that no member uses any more. */
  async remove(name: string): Promise<void> {
    if (NAME.test(name)) await this.store.delete(name)
  }

  find(filename: string): Promise<ServedFile | null> {
    return Promise.resolve(
      NAME.test(filename)
        ? {
            storedAs: filename,
            type: 'image/webp',
            downloadAs: null,
            cacheControl: `public, max-age=${YEAR_SECONDS}, immutable`,
          }
        : null,
    )
  }
}
