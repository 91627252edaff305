import { avatarAtDoubleSize } from '@forum/shared/avatars'
import { ForumError } from '@forum/shared/errors'
import { AVATAR_SIDE } from '@forum/shared/limits'
import type { FileStore } from './file-store'
import { squareImage } from './images'
import { newFileName } from './names'
import type { FileSource, ServedFile } from './served-file'
import { sniffType } from './sniff'

const PREFIX = 'avatar-'
const NAME = /^avatar-[0-9a-f]{32}(-2x)?\.webp$/
/** The only types accepted for a member's picture. */
const TYPES: readonly unknown[] = ['image/jpeg', 'image/png', 'image/gif']
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Pictures of members. They are public and never change: a new picture gets a new name. */
export class AvatarFiles implements FileSource {
  constructor(private readonly store: FileStore) {}

  /**
   * Stores a square picture made from an upload and returns its name, served at `/api/uploads/<name>`. High-density
   * screens load the double-size version (`avatarAtDoubleSize`).
   *
   * @throws ForumError `UNSUPPORTED_MEDIA_TYPE` for anything but JPEG, PNG or GIF, `VALIDATION_FAILED` for a broken or
   * too large picture
   */
  async save(bytes: Uint8Array): Promise<string> {
    if (!TYPES.includes(sniffType(bytes))) throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
    const image = await squareImage(bytes, AVATAR_SIDE)
    const double = await squareImage(bytes, AVATAR_SIDE * 2)
    const name = newFileName(image.type, PREFIX)
    await this.store.put(avatarAtDoubleSize(name), double)
    await this.store.put(name, image)
    return name
  }

  /** Deletes a picture that no member uses any more. */
  async remove(name: string): Promise<void> {
    if (!NAME.test(name)) return
    await this.store.delete(name)
    await this.store.delete(avatarAtDoubleSize(name))
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
