/** No request or delivery that began before an erasure is under way any more after this time. */
export const AGAIN_MS = 10 * 60_000

/**
 * Returns until when content has to have been written to be erased: later texts stay, also when the erasure is applied to
 * a restored backup.
 *
 * @param confirmedAt missing from erasures of earlier releases, which had no end
 */
export const endOfErasure = (confirmedAt: Date | undefined): Date =>
  confirmedAt === undefined ? new Date(8.64e15) : new Date(confirmedAt.getTime() + AGAIN_MS)
