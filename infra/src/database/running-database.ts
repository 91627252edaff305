import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

const schema = z.object({ uri: z.string(), pid: z.number() })

const fileOf = (dataDir: string) => path.join(dataDir, 'database-address.json')

/**
 * Writes into the data folder where its database is reached while this process runs it, for commands that only read.
 *
 * @returns removes the file
 */
export async function leaveAddress(dataDir: string, uri: string): Promise<() => Promise<void>> {
  await writeFile(fileOf(dataDir), JSON.stringify({ uri, pid: process.pid }), { mode: 0o600 })
  return () => rm(fileOf(dataDir), { force: true })
}

/** Returns the address of the database that a running forum has opened in this data folder, or null. */
export async function runningDatabase(dataDir: string): Promise<string | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}')
  const found = schema.safeParse(JSON.parse(text))
  if (!found.success) return null
  try {
    // Signal 0 only tests whether the process exists: after a crash the file names one that does not.
    process.kill(found.data.pid, 0)
    return found.data.uri
  } catch {
    return null
  }
}
