import type { Move, WrittenReply } from './journal'

/** A place that a reply has had; its number is null if only the server knows it. */
export interface Place {
  threadId: number
  number: number | null
}

/** Returns the places of each reply, by its id, the present one last. */
export function placesOf(replies: readonly WrittenReply[], moves: readonly Move[]): Map<number, Place[]> {
  const places = new Map<number, Place[]>()
  for (const { id, threadId, number } of replies) places.set(id, [{ threadId, number }])
  const moved: number[][] = []
  for (const { from, to, postIds, undoes } of moves) {
    if (undoes !== null) {
      for (const id of moved[undoes] ?? []) places.get(id)?.pop()
      moved.push([])
      continue
    }
    const leaving = postIds ?? [...places].flatMap(([id, own]) => (own.at(-1)?.threadId === from ? id : []))
    for (const id of leaving) places.get(id)?.push({ threadId: to, number: null })
    moved.push(leaving)
  }
  return places
}
