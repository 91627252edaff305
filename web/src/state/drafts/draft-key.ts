/** Returns the storage key of a member's draft; `userId` is null for a visitor. */
export const draftKey = (userId: number | null, key: string): string => `draft:${userId ?? 'guest'}:${key}`
