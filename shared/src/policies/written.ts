/** Returns true for the author of a text and its co-authors. */
export const hasWritten = (
  { id }: { id: number | null },
  { authorId, coauthorIds = [] }: { authorId: number; coauthorIds?: readonly number[] | undefined },
): boolean => id !== null && (authorId === id || coauthorIds.includes(id))
