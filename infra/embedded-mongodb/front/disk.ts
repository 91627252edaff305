import { statfs } from 'node:fs/promises'

/**
 * A full disk aborts the engine without a message, so writes stop while there is still room for checkpoints, the
 * journal, and data written before the next check. Opening needs less space than writing, so that reads, deletions
 * and exports work on a disk that is nearly full.
 */
export const MIN_FREE_TO_OPEN_BYTES = 100 * 1024 * 1024
const MIN_FREE_TO_WRITE_BYTES = 150 * 1024 * 1024
/** Well above the limit that stops writes, so that writes do not flap between refused and allowed. */
const MIN_FREE_AGAIN_BYTES = 200 * 1024 * 1024
export const DISK_CHECK_MS = 2_000

/** Returns the bytes that an unprivileged process may still write on the file system of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`
}

/** Tracks whether there was too little room to write at the last check. */
export class DiskWatch {
  #isLow = false

  constructor(
    private readonly free: () => Promise<number>,
    private readonly onChange: (isLow: boolean, free: number) => void,
  ) {}

  get isLow(): boolean {
    return this.#isLow
  }

  async check(): Promise<void> {
    const free = await this.free()
    const isLow = free < (this.#isLow ? MIN_FREE_AGAIN_BYTES : MIN_FREE_TO_WRITE_BYTES)
    if (isLow === this.#isLow) return
    this.#isLow = isLow
    this.onChange(isLow, free)
  }
}
