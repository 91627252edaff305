import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/database'
import { underLease } from '../platform/leases'
import type { ThreadLogCollections } from '../thread-log'
import { postsAfter, readCurrent } from './documents'
import type { IndexStore, RebuildState } from './index-store'
import { dueForMerge, FLUSH_ENTRIES, mergeStored, writePosts } from './maintenance'
import type { IndexedPost } from './segment'

const POSTS_READ_AT_ONCE = 200

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
    for (;;) {
      const { documents, last, read } = await nextPosts(db, state.after)
      if (last === undefined) break
      const segments = [...state.segments]
      if (documents.length > 0) segments.push(await writePosts(store, documents, clock.now()))
      state = { ...state, after: last, segments }
      await store.setRebuild(state)
      for (let due = dueForMerge(state.segments); due; due = dueForMerge(state.segments)) {
        const merging = new Set(due)
        const merged = await mergeStored(store, await store.load(due), clock.now())
        state = { ...state, segments: [...state.segments.filter((row) => !merging.has(row)), merged] }
        await store.setRebuild(state)
        await store.retire(due, clock.now())
      }
      done += read
      onProgress(Math.min(done, total), total)
    }
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

/** Reads the posts of the next segment. */
async function nextPosts(db: RebuildOptions['db'], after: number) {
  const found = await postsAfter(db, after, FLUSH_ENTRIES)
  const documents: IndexedPost[] = []
  for (let i = 0; i < found.length; i += POSTS_READ_AT_ONCE) {
    const changes = found.slice(i, i + POSTS_READ_AT_ONCE).map((row) => ({ ...row, seq: 0, isTitle: false }))
    const { posts } = await readCurrent(db, changes)
    documents.push(...posts.flatMap(({ document }) => document ?? []))
  }
  return { documents, last: found.at(-1)?.postId, read: found.length }
}
