import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from './operator-error'

/** Returns the secret in the data folder, generating it at the first start. Concurrent starts agree on one secret. */
export async function keptTokenSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'token-secret')
  await mkdir(dataDir, { recursive: true })
  const candidate = `${file}.${process.pid}`
  await writeFile(candidate, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    // Only one of several processes can create the link, and it never points to a half-written file.
    await link(candidate, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(candidate)
  }
  return readFile(file, 'utf8')
}

/** Returns the secret kept in the data folder, or undefined if no process has created one yet. */
export async function existingTokenSecret(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(dataDir, 'token-secret'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Keeps the secret of a restored backup in the data folder.
 *
 * @throws {OperatorError} if the folder has another one
 */
export async function keepTokenSecret(dataDir: string, secret: string): Promise<void> {
  const existing = await existingTokenSecret(dataDir)
  if (existing === secret) return
  const file = path.join(dataDir, 'token-secret')
  if (existing !== undefined) {
    throw new OperatorError(
      `${file} is the secret of another forum than the one in the backup. Move it away and restore again: with another secret, nothing that the forum has encrypted can be read.`,
    )
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, secret, { mode: 0o600, flag: 'wx', flush: true })
}

/** Derives the secret that gateways send to the API; it reveals nothing about the token secret. */
export const deriveGatewaySecret = (tokenSecret: string): string =>
  createHmac('sha256', tokenSecret).update('gateway').digest('base64url')

/** A gateway has no secret to authenticate with; the message says how to provide one. */
export class NoGatewaySecretError extends Error {
  override readonly name = 'NoGatewaySecretError'

  constructor(dataDir: string) {
    super(
      `A gateway proves itself to the API by a secret. Give it GATEWAY_SECRET or TOKEN_SECRET, the same as the API has, or a DATA_DIR that holds the API's token-secret (looked in ${dataDir}).`,
    )
  }
}
