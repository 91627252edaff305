/** Begins work that its caller does not wait for. */
export type InBackground = (work: Promise<unknown>) => void

/** Work that no call waits for, but a stopping process does. */
export class BackgroundWork {
  private readonly running = new Set<Promise<unknown>>()

  /** Adds work that has begun; its failure is reported and ends nothing else. */
  add(work: Promise<unknown>, onFailure: (error: unknown) => void): void {
    const running = work.catch(onFailure).finally(() => this.running.delete(running))
    this.running.add(running)
  }

  /** Resolves once all of it has ended, and what it began. */
  async drain(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }
}
