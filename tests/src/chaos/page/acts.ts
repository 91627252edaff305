import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, pageForum, sessionSlice } from '@forum/web/page-without-screen'
import { describeAct, emptyJournal, type Act } from '../journal'
import { createRandom, type Random } from '../random'

/** A board that only a group may read, while it is not open to everyone. */
export interface SecretBoard {
  id: number
  groupId: number
  /** Threads that move between it and the open board. */
  threadIds: number[]
  openBoardId: number
  /** Members who join and leave the group. */
  memberIds: number[]
}

/** The acts of a moderator besides those of members. */
export type Duty = 'decide' | 'move threads' | 'move posts' | 'change access'

export interface MemberRole {
  seed: number
  threadIds: number[]
  /** Those of the threads whose posts move; the last one may be merged. */
  movingIds: number[]
  boardIds: number[]
  secret: SecretBoard
  people: { id: number; username: string }[]
  duties: Duty[]
}

const RETRY_MS = 150

/** `void` if the act has become pointless, an error if it was refused although nothing was wrong with it. */
export type Outcome = 'done' | 'again' | 'void' | ApiError

/** Why the last attempt has to be repeated. */
let lastRefusal = ''

export function failure(error: ApiError | null | undefined): Outcome {
  lastRefusal = `${error?.status} ${error?.code}`
  return error && !error.mayPass ? error : 'again'
}

export function againBecause(refusal: string): 'again' {
  lastRefusal = refusal
  return 'again'
}

/** Has an attempt repeated after an error that may pass; throws any other. */
export function againIfUncertain(error: unknown): 'again' {
  if (error instanceof ApiError && error.mayPass) return againBecause(`${error.status} ${error.code}`)
  throw error
}

/** Makes an attempt of calls; with one of these codes it has become pointless. */
export async function attempted(
  calls: () => Promise<Outcome>,
  pointless: readonly ApiError['code'][],
): Promise<Outcome> {
  try {
    return await calls()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return pointless.includes(error.code) ? 'void' : failure(error)
  }
}

/** The acts of one member, each repeated until the server has acknowledged it. */
export class Acts {
  readonly journal = emptyJournal()
  readonly random: Random
  private words = 0

  constructor(readonly part: MemberRole) {
    this.random = createRandom(part.seed)
  }

  get id(): number {
    return pageForum.read(sessionSlice).user!.id
  }

  /** Repeats an attempt until it is acknowledged, refused or pointless; returns whether it was acknowledged. */
  async persist(doing: string, attempt: (isRepeat: boolean) => Promise<Outcome>): Promise<boolean> {
    const act: Act = { doing, begunAt: Date.now(), attempts: [], endedAt: null }
    this.journal.acts.push(act)
    for (;;) {
      const begunAt = Date.now()
      lastRefusal = ''
      const outcome = await attempt(act.attempts.length > 0).catch(againIfUncertain)
      if (outcome === 'done' || outcome === 'void') {
        act.endedAt = Date.now()
        if (outcome === 'void') return false
        this.journal.writes += 1
        this.journal.writtenAt.push(act.endedAt)
        this.journal.longestWaitMs = Math.max(this.journal.longestWaitMs, act.endedAt - act.begunAt)
        return true
      }
      act.attempts.push({ begunAt, endedAt: Date.now(), refusal: lastRefusal })
      if (outcome !== 'again') {
        this.journal.refused.push(`${doing}: ${outcome.code}`)
        return false
      }
      await wait(RETRY_MS)
    }
  }

  /** Returns the member's current act with the responses to its attempts, for a run that hangs. */
  doing(): string {
    const act = this.journal.acts.at(-1)
    return act ? describeAct(act) : 'nothing'
  }

  /** A word that no other post contains, by which it is searched. */
  word(kind: 'w' | 'held' | 'secret' = 'w'): string {
    this.words += 1
    return `${kind}${this.id}x${this.words}x${this.part.seed}`
  }
}
