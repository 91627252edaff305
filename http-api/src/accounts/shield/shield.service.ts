import { DAY_MS, type Clock } from '@forum/shared/clock'
import {
  SHIELD_PARTS,
  type Api,
  type BodyOf,
  type RegistrationChallenge,
  type ResponseOf,
  type ShieldPart,
  type ShieldSettings,
} from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { SHIELD_REFUSAL_DAYS } from '../../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import { fold } from '@forum/shared/text'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import type { InBackground } from '../../platform/work/background-work'
import type { Settings } from '../../site'
import type { Challenges } from './challenges'
import { isOfDomain, isThrowaway } from './mail-domains'
import type { ShieldRefusalsDoc } from './shield.model'

type GivenForm = Pick<BodyOf<Api['register']>, 'challenge' | 'homepage'>
type Registering = GivenForm & Pick<BodyOf<Api['register']>, 'email' | 'answer'>

/** Keeps programs from registering: each part is a setting, and counts its refusals. */
export class Shield {
  constructor(
    private readonly deps: {
      db: { shieldRefusals: Collection<ShieldRefusalsDoc> }
      settings: Pick<Settings, 'registration' | 'shield'>
      challenges: Challenges
      /** False if the site gives no challenges at all, whatever the setting. */
      givesChallenges: boolean
      clock: Clock
      inBackground: InBackground
    },
  ) {}

  /** Returns whether the site takes new members, and what it asks of them. */
  async registration(address: string): Promise<ResponseOf<Api['getRegistration']>> {
    const { settings } = this.deps
    const registration = await settings.registration()
    const shield = await settings.shield()
    return {
      registration,
      challenge: registration === 'closed' ? null : await this.challenge(address),
      question: shield.question?.text ?? null,
    }
  }

  /** Returns the challenge of a form that needs no account; null while none is asked for. */
  async challenge(address: string): Promise<RegistrationChallenge | null> {
    const { settings, challenges } = this.deps
    return this.isChallenged(await settings.shield()) ? challenges.create(address) : null
  }

  /**
   * Runs what a form sends that needs no account, if it gets past the parts that do not concern one.
   *
   * @throws ForumError `VALIDATION_FAILED` with the field that does not, and what `run` throws
   */
  async usingForm<T>(given: GivenForm, address: string, run: () => Promise<T>): Promise<T> {
    const { settings, challenges } = this.deps
    const shield = await settings.shield()
    if (shield.honeypot && given.homepage) this.refuse('honeypot', 'homepage', 'must_be_empty')
    if (!this.isChallenged(shield)) return run()
    const problem = await challenges.problemOf(given.challenge, address)
    if (problem !== null) this.refuse('challenge', 'challenge', problem)
    return challenges.using(given.challenge ?? '', run).catch((error: unknown) => {
      if (error instanceof ForumError && error.fields.some(({ field }) => field === 'challenge'))
        this.count('challenge')
      throw error
    })
  }

  /**
   * Runs a registration that gets past the shield.
   *
   * @throws ForumError `VALIDATION_FAILED` with the field that does not, and what `register` throws
   */
  async using<T>(given: Registering, address: string, register: () => Promise<T>): Promise<T> {
    const shield = await this.deps.settings.shield()
    if (isOfDomain(given.email, shield.blockedDomains)) this.refuse('blockedDomains', 'email', 'domain')
    if (shield.throwaway && isThrowaway(given.email)) this.refuse('throwaway', 'email', 'domain')
    if (shield.question) {
      const { answer = '' } = given
      if (answer.trim() === '') this.refuse('question', 'answer', 'required')
      if (!isAnswer(answer, shield.question.answers)) this.refuse('question', 'answer', 'wrong')
    }
    return this.usingForm(given, address, register)
  }

  /**
   * Returns how many registrations each part has refused lately.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async refusals({ actor }: Viewer): Promise<Record<ShieldPart, number>> {
    authorize(mayAdminister(actor))
    const { db, clock } = this.deps
    const since = new Date(clock.now().getTime() - SHIELD_REFUSAL_DAYS * DAY_MS)
    const days = await db.shieldRefusals.find({ day: { $gt: since } }).toArray()
    const sum = (part: ShieldPart) => days.reduce((count, day) => count + (day[part] ?? 0), 0)
    return Object.fromEntries(SHIELD_PARTS.map((part) => [part, sum(part)])) as Record<ShieldPart, number>
  }

  /** Removes counts that are no longer shown. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    const day = { $lt: new Date(clock.now().getTime() - (SHIELD_REFUSAL_DAYS + 1) * DAY_MS) }
    await db.shieldRefusals.deleteMany({ day })
  }

  private isChallenged(shield: ShieldSettings): boolean {
    return shield.challenge && this.deps.givesChallenges
  }

  private refuse(part: ShieldPart, field: string, code: string): never {
    this.count(part)
    throw refusedField(field, code)
  }

  /** Counts a refusal, without delaying the caller. */
  private count(part: ShieldPart): void {
    const { db, clock, inBackground } = this.deps
    const day = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS)
    inBackground(
      db.shieldRefusals.updateOne(
        { _id: day.toISOString().slice(0, 10) },
        { $inc: { [part]: 1 }, $setOnInsert: { day } },
        { upsert: true },
      ),
    )
  }
}

const compared = (text: string): string => fold(text).replaceAll(/\s/g, '')

/** Returns true if an answer is one of those that count, whatever its case, width and spaces. */
export const isAnswer = (given: string, answers: readonly string[]): boolean =>
  answers.some((answer) => compared(answer) === compared(given))
