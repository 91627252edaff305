const STORAGE_KEY = 'forum:faces'
/** One row of the panel. */
const RECENT_MAX = 9

/** Returns the faces that were chosen last in this browser, the latest first. */
export function recentFaces(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((face) => typeof face === 'string').slice(0, RECENT_MAX) : []
  } catch {
    return []
  }
}

export function rememberFace(face: string): void {
  const faces = [face, ...recentFaces().filter((one) => one !== face)].slice(0, RECENT_MAX)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(faces))
  } catch {
    // Without storage there are no recent faces.
  }
}
