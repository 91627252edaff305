import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The secret kept in the data folder, made at the first start; two starts at once agree on one. */
export async function keptTokenSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'token-secret')
  await mkdir(dataDir, { recursive: true })
  const mine = `${file}.${process.pid}`
  await writeFile(mine, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    // A link is made by one of several only, and never half written.
    await link(mine, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(mine)
  }
  return readFile(file, 'utf8')
}
