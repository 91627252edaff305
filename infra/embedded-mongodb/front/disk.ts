import { statfs } from 'node:fs/promises'
import path from 'node:path'

const MB = 1024 * 1024

/**
 * The bytes that have to be free. A full disk aborts the engine without a message, so writes stop while there is
 * still room for checkpoints, the journal, and data written before the next check.
 */
export interface MinFree {
  /** For a new database: the engine builds no index with less than 500 MB free. */
  readonly toCreate: number
  /** Less than for writing, so that reads, deletions and exports work on a disk that is nearly full. */
  readonly toOpen: number
  readonly toWrite: number
  /** Well above the limit that stops writes, so that writes do not flap between refused and allowed. */
  readonly toWriteAgain: number
}
export const MIN_FREE: MinFree = {
  toCreate: 550 * MB,
  toOpen: 100 * MB,
  toWrite: 150 * MB,
  toWriteAgain: 200 * MB,
}
export const DISK_CHECK_MS = 2_000

/** Returns the bytes that an unprivileged process may still write on the file system of `folder`, which may not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return freeBytes(parent)
  }
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)} MB`
}

/** Tracks whether there was too little room to write at the last check. */
export class DiskWatch {
  #isLow = false

  constructor(
    private readonly free: () => Promise<number>,
    private readonly onChange: (isLow: boolean, free: number) => void,
    private readonly minFree: MinFree = MIN_FREE,
  ) {}

  get isLow(): boolean {
    return this.#isLow
  }

  async check(): Promise<void> {
    const free = await this.free()
    const isLow = free < (this.#isLow ? this.minFree.toWriteAgain : this.minFree.toWrite)
    if (isLow === this.#isLow) return
    this.#isLow = isLow
    this.onChange(isLow, free)
  }
}
