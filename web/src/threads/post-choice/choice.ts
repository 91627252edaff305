import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal'

/** The posts of a thread that a moderator has selected. */
export interface Choice {
  threadId: number
  ids: ReadonlySet<number>
}

const choice = createSignal<Choice | null>(null)

/** Starts a selection of posts in a thread, with a first one. */
export const beginChoice = (threadId: number, postId: number): void => {
  choice.set({ threadId, ids: new Set([postId]) })
}

export const endChoice = (): void => {
  choice.set(null)
}

/** Adds posts to the selection, or removes them. */
export function choose(postIds: readonly number[], isChosen: boolean): void {
  const current = choice.current()
  if (!current) return
  const ids = new Set(current.ids)
  for (const id of postIds) {
    if (isChosen) ids.add(id)
    else ids.delete(id)
  }
  choice.set({ ...current, ids })
}

/** Returns the selection in a thread; null outside a selection. */
export const useChoice = (threadId: number): Choice | null => {
  const current = useSyncExternalStore(choice.subscribe, choice.current)
  return current?.threadId === threadId ? current : null
}

/** Returns whether a post is selected; null outside a selection in its thread. */
export const useIsChosen = (threadId: number, postId: number): boolean | null =>
  useSyncExternalStore(choice.subscribe, () => {
    const current = choice.current()
    return current?.threadId === threadId ? current.ids.has(postId) : null
  })
