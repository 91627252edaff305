/** Decides, from a seed, which of the waiting steps runs next: a run is repeated by repeating its seed. */
export class Schedule {
  private state: number
  private waiting: { process: number; run: () => void }[] = []
  private readonly dead = new Set<number>()

  constructor(seed: number) {
    this.state = seed * 2_654_435_769 + 1
  }

  /** A number in [0, 1). */
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

  /** Every touch of the database or the bus is such a step; a dead process never comes back from one. */
  step(process: number): Promise<void> {
    return new Promise((run) => {
      if (!this.dead.has(process)) this.waiting.push({ process, run })
    })
  }

  kill(process: number): void {
    this.dead.add(process)
    this.waiting = this.waiting.filter((step) => step.process !== process)
  }

  /** Runs one waiting step of any process; false when nothing waits. */
  async next(): Promise<boolean> {
    // Lets everything that follows from the step before happen, up to the next steps.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.waiting.length === 0) return false
    const [chosen] = this.waiting.splice(this.below(this.waiting.length), 1)
    chosen?.run()
    return true
  }

  async drain(): Promise<void> {
    while (await this.next());
  }
}
