/** Results are kept for this long, so that requests cannot load what is probed. */
const KEPT_MS = 1_000
const TIMEOUT_MS = 2_000

/** Finds out the state of a dependency, at most once a second. */
export class Probe<State> {
  private kept: { until: number; result: Promise<State> } | null = null

  /**
   * @param attempt - calls the dependency
   * @param down - the state if the attempt fails or takes too long
   * @param elapsed - returns monotonic milliseconds
   */
  constructor(
    private readonly attempt: () => Promise<State>,
    private readonly down: State,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  state(): Promise<State> {
    if (this.kept === null || this.kept.until <= this.elapsed()) {
      const result = this.attemptInTime()
      const kept = { until: Infinity, result }
      this.kept = kept
      void result.then(() => (kept.until = this.elapsed() + KEPT_MS))
    }
    return this.kept.result
  }

  private async attemptInTime(): Promise<State> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<State>((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS, this.down)))
    try {
      return await Promise.race([this.attempt(), late])
    } catch {
      return this.down
    } finally {
      clearTimeout(timer)
    }
  }
}
