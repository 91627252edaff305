import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const part = z.object({
  name: z.string(),
  /** The collection whose documents it has, one on a line; null for the list of uploaded files. */
  collection: z.nullable(z.string()),
  documents: z.number(),
  /** True if its documents replace those of earlier parts with the same ids. */
  replaces: z.boolean(),
  bytes: z.number(),
  sha256: z.string(),
})
export type BackupPart = z.infer<typeof part>

const contents = z.object({
  format: z.literal('overseas-forum-backup'),
  version: z.literal(1),
  /** When reading began and ended. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  withoutSecrets: z.boolean(),
  /** The checksum of `token-secret.txt`; null if it has none. */
  tokenSecret: z.nullable(z.string()),
  /** The documents of each collection and the checksum of their lines, before compression. */
  collections: z.record(z.string(), z.object({ documents: z.number(), sha256: z.string() })),
  parts: z.array(part),
  uploads: z.object({ files: z.number(), missing: z.number() }),
})
export type Manifest = z.infer<typeof contents>

const signed = z.object({ contents, sha256: z.string() })

/** A line of the list of uploaded files. */
export interface UploadLine {
  name: string
  bytes: number
  /** Null if the file was missing when the backup was made. */
  sha256: string | null
}

/** Writes a manifest with its own checksum. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ contents: manifest, sha256: sha256(JSON.stringify(manifest)) }, null, 2)}\n`

/** Parses a manifest; returns null if it is damaged. */
export function readManifest(text: string): Manifest | null {
  try {
    const read: unknown = JSON.parse(text)
    const parsed = signed.parse(read)
    return sha256(JSON.stringify((read as { contents: unknown }).contents)) === parsed.sha256
      ? parsed.contents
      : null
  } catch {
    return null
  }
}
