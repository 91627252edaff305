/** A seeded random generator (mulberry32), so that every run fills the same forum and requests the same pages. */
export function createRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** Begins again, as a generator of another seed. */
    restart: (otherSeed: number): void => {
      state = otherSeed
    },
    below: (limit: number): number => Math.floor(next() * limit),
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}
export type Random = ReturnType<typeof createRandom>
