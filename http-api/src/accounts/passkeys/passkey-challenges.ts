import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { PASSKEY_MINUTES } from '../../platform/limits'
import { violatedKey } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { isSameSecret } from '../../platform/secrets'
import type { SpentChallengeDoc } from '../shield/shield.model'

const TIME_BYTES = 6
const RANDOM_BYTES = 16

/**
 * Challenges that passkeys sign. A challenge carries its end and a keyed hash of its purpose, so that nothing is stored
 * before it is used, which it can be once.
 */
export class PasskeyChallenges {
  private readonly key: Buffer

  constructor(
    private readonly deps: {
      db: { spentChallenges: Collection<SpentChallengeDoc> }
      tokenSecret: string
      clock: Clock
    },
  ) {
    this.key = createHmac('sha256', deps.tokenSecret).update('passkeys').digest()
  }

  /** @param purpose what it is for, and whom */
  create(purpose: string): Uint8Array<ArrayBuffer> {
    const time = Buffer.alloc(TIME_BYTES)
    time.writeUIntBE(this.deps.clock.now().getTime() + PASSKEY_MINUTES * 60_000, 0, TIME_BYTES)
    const signed = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
    return new Uint8Array(Buffer.concat([signed, this.sign(signed, purpose)]))
  }

  /** Returns true if a challenge was issued for this purpose and has not expired. It may have been used. */
  isGiven(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url')
    const signed = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
    const signature = bytes.subarray(TIME_BYTES + RANDOM_BYTES).toString('base64url')
    if (signed.length < TIME_BYTES + RANDOM_BYTES) return false
    return (
      isSameSecret(signature, this.sign(signed, purpose).toString('base64url')) &&
      this.endOf(bytes) > this.now()
    )
  }

  /** Uses a challenge up; returns false if it was used before. */
  async spend(challenge: string): Promise<boolean> {
    const expiresAt = new Date(this.endOf(Buffer.from(challenge, 'base64url')))
    try {
      await this.deps.db.spentChallenges.insertOne({ _id: challenge, expiresAt })
      return true
    } catch (error) {
      if (violatedKey(error) === null) throw error
      return false
    }
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }

  private endOf(challenge: Buffer): number {
    return challenge.readUIntBE(0, TIME_BYTES)
  }

  private sign(signed: Uint8Array, purpose: string): Buffer {
    return createHmac('sha256', this.key).update(signed).update(purpose).digest()
  }
}
