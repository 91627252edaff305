/** Longest time for which work on the index keeps the process from anything else. */
const SLICE_MS = 5

/** Divides long work into slices, between which the process serves requests. */
export class Slices {
  private startedAt = performance.now()

  /** Whether the current slice has lasted long enough; `rest` then begins the next one. */
  get isOver(): boolean {
    return performance.now() - this.startedAt > SLICE_MS
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.startedAt = performance.now()
  }
}
