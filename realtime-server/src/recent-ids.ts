/** The newest ids, to know a repeat by; the oldest make room. */
export class RecentIds {
  private readonly ids = new Set<string>()

  constructor(private readonly size: number) {}

  /** False for a repeat. */
  add(id: string): boolean {
    if (this.ids.has(id)) return false
    this.ids.add(id)
    if (this.ids.size > this.size) {
      const [oldest] = this.ids
      if (oldest !== undefined) this.ids.delete(oldest)
    }
    return true
  }
}
