import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import { underLease } from '../platform/mongo/leases'
import type { ThreadLogCollections } from '../log'
import { allPosts, type CurrentPost } from './documents'
import type { IndexStore, RebuildState } from './index-store'
import { dueForMerge, FLUSH_ENTRIES, mergeStored, writePosts } from './maintenance'

interface RebuildOptions {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'> & Pick<PlatformCollections, 'leases'>
  store: IndexStore
  clock: Clock
  /** Called after each segment with the number of posts read so far, and of all posts. */
  onProgress: (done: number, total: number) => void
}

/**
 * Builds the index again from all posts, beside the one in use, and replaces that one at the end. A rebuild that was
 * interrupted continues where it was. Changes made meanwhile are in the feed, which is not trimmed until the end.
 */
export function rebuildIndex(options: RebuildOptions): Promise<void> {
  const { db, store, clock, onProgress } = options
  return underLease(db, clock, 'search-rebuild', async () => {
    const total = await db.posts.estimatedDocumentCount()
    let state: RebuildState = (await store.rebuild()) ?? {
      flushed: await store.endOfFeed(),
      after: 0,
      segments: [],
    }
    await store.setRebuild(state)
    let done = state.segments.reduce((sum, { count }) => sum + count, 0)
    const write = async (posts: readonly CurrentPost[]) => {
      const documents = posts.flatMap(({ document }) => document ?? [])
      const segments = [...state.segments]
      if (documents.length > 0) segments.push(await writePosts(store, documents, clock.now()))
      const after = posts.reduce((last, { post }) => Math.max(last, post), state.after)
      state = { ...state, after, segments }
      await store.setRebuild(state)
      for (let due = dueForMerge(state.segments); due; due = dueForMerge(state.segments)) {
        const merging = new Set(due)
        const merged = await mergeStored(store, await store.load(due), clock.now())
        state = { ...state, segments: [...state.segments.filter((row) => !merging.has(row)), merged] }
        await store.setRebuild(state)
        await store.retire(due, clock.now())
      }
      done += posts.length
      onProgress(Math.min(done, total), total)
    }
    const waiting: CurrentPost[] = []
    for await (const posts of allPosts(db, state.after)) {
      waiting.push(...posts)
      if (waiting.length >= FLUSH_ENTRIES) await write(waiting.splice(0))
    }
    if (waiting.length > 0) await write(waiting)
    for (;;) {
      const { version, generation, segments } = await store.manifest()
      const { flushed } = state
      const next = { generation: generation + 1, flushed, segments: state.segments }
      if (!(await store.replaceManifest(version, next))) continue
      await store.setRebuild(null)
      await store.retire(segments, clock.now())
      return
    }
  })
}
