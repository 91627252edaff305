interface Waiting {
  process: number
  run(): void
}

/** More steps than any run needs to come to rest. */
const MAX_DRAIN_STEPS = 4_000

/** Turns of the microtask queue between two steps. */
const MICROTASKS = 8

/** Decides from a seed which of the waiting steps runs next, so that a run can be repeated by its seed. */
export class Schedule {
  now = 0
  private state: number
  private waiting: Waiting[] = []
  private readonly dead = new Set<number>()
  private readonly stalledUntil = new Map<number, number>()

  constructor(seed: number) {
    this.state = (Math.imul(seed, 2_654_435_769) + 1) | 0
  }

  /** Returns a number in [0, 1). */
  random(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(n: number): number {
    return Math.floor(this.random() * n)
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  /** Waits for a turn. A dead process never gets another one. */
  step(process: number): Promise<void> {
    return new Promise((run) => {
      if (!this.dead.has(process)) this.waiting.push({ process, run })
    })
  }

  kill(process: number): void {
    this.dead.add(process)
    this.waiting = this.waiting.filter((step) => step.process !== process)
  }

  /** Gives the process no turn for some steps. */
  stall(process: number, steps: number): void {
    this.stalledUntil.set(process, this.now + steps)
  }

  /** Runs one waiting step of any process; false if none waits. */
  async next(): Promise<boolean> {
    // Lets consequences of the step happen. Waiting for all of them is slow, and waiting for some is just as random.
    for (let i = 0; i < MICROTASKS; i++) await Promise.resolve()
    if (this.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    if (this.waiting.length === 0) return false
    this.now++
    const ready = this.waiting.filter(({ process }) => (this.stalledUntil.get(process) ?? 0) <= this.now)
    if (ready.length === 0) {
      this.now += 20
      return true
    }
    const chosen = this.pick(ready)
    this.waiting.splice(this.waiting.indexOf(chosen), 1)
    chosen.run()
    return true
  }

  /** Runs until nothing waits. */
  async drain(): Promise<void> {
    for (let steps = 0; await this.next(); steps++) {
      if (steps > MAX_DRAIN_STEPS) throw new Error('it never comes to rest')
    }
  }
}
