import { ForumError } from '@forum/shared/errors'
import { LOGO_SIDE } from '../platform/limits'
import { readStored, type FileStore } from './file-store'
import { boundedImage } from './images'
import { newFileName } from './names'
import type { FileSource, ServedFile } from './served-file'
import { drawFavicon, drawIcon, type IconName, type IconSource } from './site-icons'
import { sniffType } from './sniff'

const PREFIX = 'logo-'
const NAME = /^logo-[0-9a-f]{32}\.png$/
/** The only types accepted for a logo. An SVG could run scripts, so it is none of them. */
const TYPES: readonly unknown[] = ['image/png', 'image/webp', 'image/jpeg']
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The icons of a site as its identity describes them: the seal, its ground and the name of its logo's file. */
export type SiteIcons = Omit<IconSource, 'logo'> & { logo: string | null }

/** The logo of the site and what is drawn from it. Files never change: a new logo gets a new name. */
export class LogoFiles implements FileSource {
  constructor(private readonly store: FileStore) {}

  /**
   * Stores a picture as the logo and returns its name, served at `/api/uploads/<name>`. Only its pixels are kept.
   *
   * @throws ForumError `UNSUPPORTED_MEDIA_TYPE` for anything but PNG, WebP or JPEG, `VALIDATION_FAILED` for a broken or
   * too large picture
   */
  async save(bytes: Uint8Array): Promise<string> {
    if (!TYPES.includes(sniffType(bytes))) throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
    const image = await boundedImage(bytes, LOGO_SIDE)
    const name = newFileName(image.type, PREFIX)
    await this.store.put(name, image)
    return name
  }

  /** Deletes a logo that the site no longer has. */
  async remove(name: string): Promise<void> {
    if (NAME.test(name)) await this.store.delete(name)
  }

  /** Returns an icon of the installed page as PNG. */
  async icon(name: IconName, of: SiteIcons): Promise<Buffer> {
    return drawIcon(name, { ...of, logo: await this.read(of.logo) })
  }

  /** Returns the icon of the browser's tab as SVG. */
  async favicon(of: SiteIcons, state: { isUnread: boolean }): Promise<string> {
    return drawFavicon({ ...of, logo: await this.read(of.logo) }, state)
  }

  find(filename: string): Promise<ServedFile | null> {
    return Promise.resolve(
      NAME.test(filename)
        ? {
            storedAs: filename,
            type: 'image/png',
            downloadAs: null,
            cacheControl: `public, max-age=${YEAR_SECONDS}, immutable`,
          }
        : null,
    )
  }

  /** Returns the bytes of a logo; null if there is none, or if its file is gone. */
  private async read(name: string | null): Promise<Uint8Array | null> {
    return name === null ? null : readStored(this.store, name)
  }
}
