/** Prefix of the storage key beside each draft, for the last version it had in common with the account. */
export const BASE = 'account-'

/** Returns the storage key of a member's draft; `userId` is null for a visitor. */
export const draftKey = (userId: number | null, key: string): string => `draft:${userId ?? 'guest'}:${key}`
