/** Members whose work runs concurrently. */
const MEMBERS_AT_ONCE = 16
/** Work that may wait in a process, and for one member; beyond that the newest is dropped. */
const WAITING_MAX = 5_000
const WAITING_PER_MEMBER = 50

type Work = () => Promise<void>

/**
 * Runs work for members with bounded concurrency. Members take turns, and one piece of work of each runs at a time, so
 * that nobody's slow push services take more than one place.
 */
export class MemberTurns {
  /** Members by the time of their next turn. */
  private readonly waiting = new Map<number, Work[]>()
  private readonly served = new Set<number>()
  private count = 0
  private whenIdle: (() => void)[] = []

  constructor(private readonly onFailure: (error: unknown) => void) {}

  add(userId: number, work: Work): void {
    const queue = this.waiting.get(userId) ?? []
    if (this.count >= WAITING_MAX || queue.length >= WAITING_PER_MEMBER) return
    queue.push(work)
    this.waiting.set(userId, queue)
    this.count += 1
    this.serve()
  }

  /** Resolves once nothing waits or runs. */
  async drain(): Promise<void> {
    if (this.served.size > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private serve(): void {
    for (const [userId, queue] of this.waiting) {
      if (this.served.size >= MEMBERS_AT_ONCE) return
      if (this.served.has(userId)) continue
      const work = queue.shift()
      this.waiting.delete(userId)
      if (queue.length > 0) this.waiting.set(userId, queue)
      this.count -= 1
      this.served.add(userId)
      if (work) void this.run(userId, work)
    }
    if (this.served.size > 0) return
    for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  private async run(userId: number, work: Work): Promise<void> {
    await work().catch(this.onFailure)
    this.served.delete(userId)
    this.serve()
  }
}
