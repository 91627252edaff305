import { avatarAtDoubleSize } from '@forum/shared/avatars'
import { ForumError } from '@forum/shared/errors'
import { AVATAR_SIDE } from '@forum/shared/limits'
import { readStored, type FileStore } from './file-store'
import { squareImage } from './images'
import { newFileName } from './names'
import type { FileSource, ServedFile } from './served-file'
import { sniffType } from './sniff'

const PREFIX = 'avatar-'
const NAME = /^avatar-[0-9a-f]{32}(-2x)?\.webp$/
/** The only types accepted for a member's picture. */
const TYPES: readonly unknown[] = ['image/jpeg', 'image/png', 'image/gif']
const TYPE = 'image/webp'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Returns the names of a picture in both sizes; none for a name that is not that of a picture. */
const sizesOf = (name: string): string[] => (NAME.test(name) ? [name, avatarAtDoubleSize(name)] : [])

/** Returns the name under which a picture is kept that is not served. */
export const hiddenName = (name: string): string => `hidden-${name}`

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

  /** Deletes a picture that no member uses any more, hidden or not. */
  async remove(name: string): Promise<void> {
    for (const size of sizesOf(name)) {
      await this.store.delete(size)
      await this.store.delete(hiddenName(size))
    }
  }

  /** Makes a picture unavailable. Repeatable. */
  async hide(name: string): Promise<void> {
    for (const size of sizesOf(name)) await this.rename(size, hiddenName(size))
  }

  /** Makes a hidden picture available again. Repeatable. */
  async show(name: string): Promise<void> {
    for (const size of sizesOf(name)) await this.rename(hiddenName(size), size)
  }

  private async rename(from: string, to: string): Promise<void> {
    const bytes = await readStored(this.store, from)
    if (!bytes) return
    await this.store.put(to, { bytes, type: TYPE })
    await this.store.delete(from)
  }

  find(filename: string): Promise<ServedFile | null> {
    return Promise.resolve(
      NAME.test(filename)
        ? {
            storedAs: filename,
            type: TYPE,
            downloadAs: null,
            cacheControl: `public, max-age=${YEAR_SECONDS}, immutable`,
          }
        : null,
    )
  }
}
