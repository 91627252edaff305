import { ageMs, type Clock } from '@forum/shared/clock'
import { violatedKey } from './database'

/** How old a process lets its copy become, so that a change is in force everywhere within a second. */
const MAX_AGE_MS = 500

/**
 * A copy of a document that admins change rarely and every process uses often. The copy is replaced when the document's
 * revision differs, which is compared at most every `MAX_AGE_MS`.
 */
export class RevisedDocument<Content> {
  private loaded: { revision: number; content: Content } | null = null
  private loadedAt = -Infinity
  private loading: Promise<Content> | null = null

  constructor(
    private readonly options: {
      clock: Clock
      readRevision: () => Promise<number>
      read: () => Promise<{ revision: number; content: Content }>
    },
  ) {}

  async current(): Promise<Content> {
    const isFresh = ageMs(this.options.clock, this.loadedAt) < MAX_AGE_MS
    if (this.loaded && isFresh) return this.loaded.content
    this.loading ??= this.load().finally(() => (this.loading = null))
    return this.loading
  }

  /** Makes the next use compare the revisions, after this process has changed the document. */
  expire(): void {
    this.loadedAt = -Infinity
  }

  private async load(): Promise<Content> {
    const { clock, readRevision, read } = this.options
    const at = clock.now().getTime()
    const revision = await readRevision()
    if (this.loaded?.revision !== revision) this.loaded = await read()
    this.loadedAt = at
    return this.loaded.content
  }
}

/**
 * Whether an update of the revision that was read found it. It does not if another process has changed the document, or
 * inserted it, meanwhile.
 */
export async function foundRevision(
  update: Promise<{ matchedCount: number; upsertedCount: number }>,
): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await update
    return matchedCount + upsertedCount > 0
  } catch (error) {
    if (!violatedKey(error)) throw error
    return false
  }
}
