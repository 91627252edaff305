/** Values that the browser refused to store, so newer than its own; kept as long as the page is open. */
const memory = new Map<string, string>()

/** Returns a value of the browser's storage, or of this page where the browser refuses to store it. */
export function readStored(key: string): string | null {
  const unstored = memory.get(key)
  if (unstored !== undefined) return unstored
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value in the browser; where that is refused or full, the page keeps it until it is closed. */
export function writeStored(key: string, value: string): void {
  memory.delete(key)
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function removeStored(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
