/** Maximum number of subjects with an open window; beyond it, the window that was opened first is forgotten. */
const SUBJECTS_MAX = 100_000

/** Counts points in this process. A subject's window starts with the first point that it consumes. */
export class RateWindows {
  /** In the order in which they were opened. */
  private readonly open = new Map<string, { consumed: number; endsAt: number }>()

  /** @param elapsed - returns monotonic milliseconds */
  constructor(
    private limit: { points: number; seconds: number },
    private readonly elapsed: () => number,
  ) {}

  /** Changes the limit; windows that are open keep their ends. */
  change(limit: { points: number; seconds: number }): void {
    this.limit = limit
  }

  /** Consumes one point; false if none is left. */
  consume(subject: string): boolean {
    const now = this.elapsed()
    const window = this.open.get(subject)
    if (window && window.endsAt > now) {
      if (window.consumed >= this.limit.points) return false
      window.consumed += 1
      return true
    }
    this.open.delete(subject)
    this.dropOldest(now)
    this.open.set(subject, { consumed: 1, endsAt: now + this.limit.seconds * 1_000 })
    return true
  }

  msUntilNext(subject: string): number {
    return (this.open.get(subject)?.endsAt ?? 0) - this.elapsed()
  }

  giveBack(subject: string): void {
    const window = this.open.get(subject)
    if (window && window.consumed > 0) window.consumed -= 1
  }

  reset(subject: string): void {
    this.open.delete(subject)
  }

  /** Drops the windows that have ended, and the first one if there are too many. */
  private dropOldest(now: number): void {
    for (const [subject, { endsAt }] of this.open) {
      if (endsAt > now && this.open.size < SUBJECTS_MAX) return
      this.open.delete(subject)
    }
  }
}
