import { systemClock } from '@forum/shared/clock'
import { useStore } from 'zustand'
import { call } from '../lib/api'
import { createForum, readerOf } from './create-forum'
import { type Read } from './slice'

/** The page's store; `app` adds the slices of the areas. */
export const forum = createForum({ call, clock: systemClock })

/** Returns what `pick` reads from the page's store, and renders again when it changes. */
export function useForum<T>(pick: (read: Read) => T): T {
  return useStore(forum.store, (root) => pick(readerOf(root)))
}
