import type { Clock } from '@forum/shared/clock'
import type { RunningProcess } from '@forum/shared/contract'
import { repeat, type StopRepeating } from '@forum/shared/repeat'

const KEY = 'forum:processes'
const ANNOUNCED_EVERY_MS = 10_000
/** A process that was silent for longer has ended without saying so. */
const SILENT_MS = 60_000

/** The state that a process reports about itself. */
export type OwnState = Omit<RunningProcess, 'seenAt'>

/** The part of a connection to Redis that this class uses. */
interface ProcessStore {
  on(event: 'ready', listener: () => void): unknown
  off(event: 'ready', listener: () => void): unknown
  hset(key: string, field: string, value: string): Promise<unknown>
  hdel(key: string, ...fields: string[]): Promise<unknown>
  hvals(key: string): Promise<string[]>
}

/** The processes of the forum, each of which says in Redis that it runs. Without Redis only the own one is known. */
export class RunningProcesses {
  private stopAnnouncing: StopRepeating | null = null
  private announced: Promise<void> = Promise.resolve()

  constructor(
    private readonly deps: {
      redis: ProcessStore | null
      state: () => Promise<OwnState>
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Announces this process from now on, and at once when Redis becomes available, which may have forgotten it. */
  start(): void {
    this.announceNow()
    this.deps.redis?.on('ready', this.announceNow)
    this.stopAnnouncing = repeat(ANNOUNCED_EVERY_MS, () => this.announce(), this.deps.onFailure)
  }

  /** Withdraws it. */
  async stop(): Promise<void> {
    const { redis, state, onFailure } = this.deps
    redis?.off('ready', this.announceNow)
    await Promise.all([this.stopAnnouncing?.(), this.announced])
    await redis?.hdel(KEY, (await state()).id).catch(onFailure)
  }

  /** Returns the processes that run, the oldest first. */
  async list(): Promise<RunningProcess[]> {
    const { redis, clock } = this.deps
    const self = await this.current()
    // Redis is down: the caller sees that as well.
    const texts = (await redis?.hvals(KEY).catch(() => [])) ?? []
    const others = texts.map((text) => JSON.parse(text) as RunningProcess).filter(({ id }) => id !== self.id)
    const since = clock.now().getTime() - SILENT_MS
    const [alive, silent] = [others.filter(isSeen), others.filter((one) => !isSeen(one))]
    if (silent.length > 0) await redis?.hdel(KEY, ...silent.map(({ id }) => id)).catch(() => 0)
    return [self, ...alive].sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id))

    function isSeen({ seenAt }: RunningProcess): boolean {
      return Date.parse(seenAt) >= since
    }
  }

  private readonly announceNow = (): void => {
    this.announced = this.announce().catch(this.deps.onFailure)
  }

  private async announce(): Promise<void> {
    const state = await this.current()
    await this.deps.redis?.hset(KEY, state.id, JSON.stringify(state))
  }

  private async current(): Promise<RunningProcess> {
    return { ...(await this.deps.state()), seenAt: this.deps.clock.now().toISOString() }
  }
}
