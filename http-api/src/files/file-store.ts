/** An inclusive range of bytes. */
export interface ByteRange {
  first: number
  last: number
}

/** A stored file, opened for reading. */
export interface StoredFile {
  size: number
  /** Reads the whole file or a range of it. Nothing is held open before this is called. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>
}

/**
 * The store for uploaded files: a folder, or an S3-compatible service. A stored file never changes, so its name can be
 * cached forever.
 */
export interface FileStore {
  /** Resolves once the file is durable. */
  put(name: string, file: { bytes: Uint8Array; type: string }): Promise<void>
  /** Returns null if there is no such file. */
  open(name: string): Promise<StoredFile | null>
  /** Deleting a missing file is not an error. */
  delete(name: string): Promise<void>
}

/** Returns the bytes of a stored file; null if there is no such file. */
export async function readStored(store: FileStore, name: string): Promise<Buffer | null> {
  const file = await store.open(name)
  if (!file) return null
  const parts: Uint8Array[] = []
  for await (const part of file.read()) parts.push(part)
  return Buffer.concat(parts)
}

const NAME = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)+$/
const NAME_MAX = 100

/** Returns true if a name is one that this forum gives to files: no separators, no leading dot, lower case. */
export const isFileName = (name: string): boolean => name.length <= NAME_MAX && NAME.test(name)

/** Throws for any other name, before a file is opened under it. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`invalid name of a stored file: ${JSON.stringify(name)}`)
}
