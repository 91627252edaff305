import { createHmac } from 'node:crypto'
import type { Connection } from 'mongoose'
import { DURABLE } from '../platform/mongo/database'
import { UnusableDatabaseError } from '../platform/mongo/migrations'
import { tokenSecretCollection } from './token-secret.model'

const ONLY = 'current'

/**
 * Compares the token secret of this process with the one that the database's sessions were made with. Two processes
 * with different secrets would refuse each other's tokens.
 *
 * @param secret `isGiven` if the operator chose it, who may replace it to sign everyone out; one that was generated into
 * a data folder never replaces another
 * @returns whether it has replaced another secret
 * @throws {UnusableDatabaseError} if it is generated and the database belongs to another
 */
export async function checkTokenSecret(
  connection: Connection,
  secret: { value: string; isGiven: boolean },
): Promise<boolean> {
  const secrets = tokenSecretCollection(connection)
  const fingerprint = createHmac('sha256', secret.value).update('fingerprint').digest('base64url')
  // When several processes start on a new database, the first one decides.
  const stored = await secrets.findOneAndUpdate(
    { _id: ONLY },
    { $setOnInsert: { fingerprint } },
    { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
  )
  if (stored?.fingerprint === fingerprint) return false
  if (!secret.isGiven) {
    throw new UnusableDatabaseError(
      'The sessions of this database belong to another token secret than the one in DATA_DIR. Start every API with the ' +
        'same TOKEN_SECRET (the other process may keep it in the file token-secret of its DATA_DIR), or with a new ' +
        'TOKEN_SECRET to sign everyone out. ' +
        '此数据库的登录会话使用的是另一个密钥，与 DATA_DIR 中的不同。请给所有进程设置相同的 TOKEN_SECRET；' +
        '设置新的 TOKEN_SECRET 会让所有人重新登录。',
    )
  }
  await secrets.updateOne({ _id: ONLY }, { $set: { fingerprint } }, { writeConcern: DURABLE })
  return true
}
