import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { assertFileName, type ByteRange, type FileStore, type StoredFile } from './file-store'

/** Stores files in a local folder, spread over subfolders by the first two characters of their names. */
export class FolderStore implements FileStore {
  constructor(private readonly folder: string) {}

  async put(name: string, { bytes }: { bytes: Uint8Array }): Promise<void> {
    const file = this.pathOf(name)
    await mkdir(path.dirname(file), { recursive: true })
    const written = `${file}.${randomUUID()}.part`
    try {
      await writeFile(written, bytes, { flush: true, mode: 0o600 })
      // The rename makes the file appear complete or not at all.
      await rename(written, file)
    } catch (error) {
      await rm(written, { force: true })
      throw error
    }
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = this.pathOf(name)
    try {
      const { size } = await stat(file)
      return { size, read: (range) => read(file, range) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true })
  }

  private pathOf(name: string): string {
    assertFileName(name)
    return path.join(this.folder, name.slice(0, 2), name)
  }
}

const read = (file: string, range: ByteRange | undefined) =>
  createReadStream(file, range && { start: range.first, end: range.last })
