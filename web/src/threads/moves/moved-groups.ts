/** Replies that have left neighbouring numbers of a thread. */
export interface MovedGroup {
  /** The first of them, the target of the line's link. */
  postId: number
  count: number
  /** The next post on the page that has not moved; null at its end. */
  before: number | null
}

/** Groups the moved posts of a range of numbers by the remaining posts around them. */
export function movedGroups(
  { first, last }: { first: number; last: number },
  { postIds, moved }: { postIds: Record<number, number>; moved: Record<number, { postId: number } | null> },
): MovedGroup[] {
  const groups: MovedGroup[] = []
  let movedIds: number[] = []
  const close = (before: number | null) => {
    const [postId] = movedIds
    if (postId !== undefined) groups.push({ postId, count: movedIds.length, before })
    movedIds = []
  }
  for (let number = first; number <= last; number += 1) {
    const postId = postIds[number]
    if (postId !== undefined) close(postId)
    else movedIds.push(...[moved[number]?.postId ?? []].flat())
  }
  close(null)
  return groups
}
