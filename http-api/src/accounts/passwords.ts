import { hash, verify } from '@node-rs/argon2'
import { HASHES_AT_ONCE, HASHES_WAITING_MAX, HASH_WAIT_MS } from '../platform/limits'
import { WorkQueue } from '../platform/work/work-queue'
import { isOldHash, matchesOldHash } from './old-hashes'

/** 19 MiB, two passes: about 19 ms per hash on the intended machines. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Verified for unknown users, so that both paths take equally long. Its cost is that of `COST`. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Hashes and verifies passwords, a few at a time. Argon2 takes memory and a core: without a bound, a flood of sign-ins
 * would starve all other requests. When the queue is full, callers get `UNAVAILABLE`.
 */
export class Passwords {
  private readonly queue = new WorkQueue({
    atOnce: HASHES_AT_ONCE,
    maxWaiting: HASHES_WAITING_MAX,
    maxWaitMs: HASH_WAIT_MS,
  })

  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(normalized(password), COST))
  }

  /** Returns true if the hash comes from an imported forum, so that it is replaced once its password matched. */
  isOutdated(passwordHash: string): boolean {
    return isOldHash(passwordHash)
  }

  /**
   * Returns true if the password matches the hash, as typed or normalized: an imported hash may be of either. For an
   * unknown member, and one without a password, it returns false and takes equally long.
   */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const spellings = [...new Set([password, normalized(password)])]
    const isOld = passwordHash !== null && isOldHash(passwordHash)
    return this.queue.run(async () => {
      const matchesOld = isOld && (await matchesOldHash(passwordHash, spellings))
      // Also with an old hash: it is cheaper, which would reveal who has not signed in since the import.
      const isVerifiable = passwordHash !== null && passwordHash !== '' && !isOld
      const verified = isVerifiable ? passwordHash : DUMMY_HASH
      let matches = false
      for (const spelling of spellings) if (await verify(verified, spelling)) matches = true
      return isVerifiable ? matches : matchesOld
    })
  }
}

/**
 * Returns a password as it is hashed (OpaqueString of RFC 8265), since keyboards and systems compose accents and write
 * spaces differently.
 */
const normalized = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
