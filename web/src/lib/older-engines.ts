/**
 * True if this engine is supported: at least Chromium 103 or Safari 16, which brought this function. Every supported
 * Firefox has it.
 */
export const isSupported = 'timeout' in AbortSignal

/** Adds a function that the oldest supported engines lack, and that the page or a library calls. */
function provide<K extends string>(target: object, name: K, value: (...given: never[]) => unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

provide(Array.prototype, 'toSorted', function <T>(this: ArrayLike<T>, compare?: (a: T, b: T) => number) {
  return Array.from(this).sort(compare)
})
provide(Array.prototype, 'toReversed', function <T>(this: ArrayLike<T>) {
  return Array.from(this).reverse()
})
provide(URL, 'canParse', (address: string, base?: string) => {
  try {
    return new URL(address, base).href !== ''
  } catch {
    return false
  }
})
