import { createHmac } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { solvedChallenge, type RegistrationChallenge, type SolvedChallenge } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { CHALLENGE_MINUTES, CHALLENGE_TRIES_MAX } from '@forum/shared/limits'
import { CHALLENGE_HASHES, CHALLENGE_TRIES_MIN } from '../../platform/limits'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { SpentChallengeDoc } from './shield.model'

/** Proofs of work that the browsers of newcomers do. Nobody else is asked, and a solution counts once. */
export class Challenges {
  private readonly secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

  constructor(
    private readonly deps: {
      db: { spentChallenges: Collection<SpentChallengeDoc> }
      tokenSecret: string
      /** Returns a keyed hash of an address. */
      hashAddress: (address: string) => string
      clock: Clock
    },
  ) {
    const secretOf = (what: string) => createHmac('sha256', deps.tokenSecret).update(what).digest('base64url')
    this.secrets = {
      hmacSignatureSecret: secretOf('challenge'),
      hmacKeySignatureSecret: secretOf('challenge key'),
    }
  }

  /** Returns a new challenge, which counts only at the address that asked for it. */
  async create(address: string): Promise<RegistrationChallenge> {
    const { hashAddress, clock } = this.deps
    const challenge = await createChallenge({
      algorithm: 'SHA-256',
      cost: CHALLENGE_HASHES,
      counter: randomInt(CHALLENGE_TRIES_MAX, CHALLENGE_TRIES_MIN),
      expiresAt: Math.floor(clock.now().getTime() / 1_000) + CHALLENGE_MINUTES * 60,
      data: { place: hashAddress(address) },
      deriveKey,
      ...this.secrets,
    })
    return challenge as RegistrationChallenge
  }

  /** Returns what a solution violates, as the code of a field; null if it is right. It may be spent nevertheless. */
  async problemOf(
    given: string | undefined,
    address: string,
  ): Promise<'required' | 'invalid' | 'expired' | null> {
    if (given === undefined || given === '') return 'required'
    const solved = parse(given)
    if (solved === null) return 'invalid'
    const { challenge, solution } = solved
    const isOfAddress = challenge.parameters.data.place === this.deps.hashAddress(address)
    const { verified, expired } = await verifySolution({ challenge, solution, deriveKey, ...this.secrets })
    if (expired || (verified && this.isOver(solved))) return 'expired'
    return verified && isOfAddress ? null : 'invalid'
  }

  /**
   * Runs a registration with a solution, which counts as used unless the registration is refused.
   *
   * @throws ForumError `VALIDATION_FAILED` if it was used before
   */
  async using<T>(given: string, register: () => Promise<T>): Promise<T> {
    const { db } = this.deps
    const solved = parse(given)
    if (solved === null) throw new Error('the solution was not checked')
    const { signature, parameters } = solved.challenge
    try {
      await db.spentChallenges.insertOne(
        { _id: signature, expiresAt: new Date(parameters.expiresAt * 1_000) },
        { writeConcern: DURABLE },
      )
    } catch (error) {
      if (violatedKey(error) === null) throw error
      throw refusedField('challenge', 'used')
    }
    try {
      return await register()
    } catch (error) {
      // After any other failure the account may exist.
      if (error instanceof ForumError) await db.spentChallenges.deleteOne({ _id: signature })
      throw error
    }
  }

  private isOver({ challenge }: SolvedChallenge): boolean {
    return challenge.parameters.expiresAt * 1_000 < this.deps.clock.now().getTime()
  }
}

/** Reads a solution; null if it is none. */
function parse(given: string): SolvedChallenge | null {
  try {
    const solved = solvedChallenge.safeParse(JSON.parse(Buffer.from(given, 'base64').toString()))
    return solved.success ? solved.data : null
  } catch {
    return null
  }
}
