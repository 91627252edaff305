/** What a browser has last agreed with the account about a draft is stored under the draft's key with this before it. */
export const BASE = 'account-'

/** Returns the storage key of a member's draft; `userId` is null for a visitor. */
export const draftKey = (userId: number | null, key: string): string => `draft:${userId ?? 'guest'}:${key}`
