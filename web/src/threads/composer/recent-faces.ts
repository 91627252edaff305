import { memoryKey } from '../../lib/account-memory'
import { forum, sessionSlice } from '../../store'

/** Number of faces in one row of the panel. */
const RECENT_MAX = 9

const storageKey = () => memoryKey(forum.read(sessionSlice).user?.id ?? null, 'faces')

/** Returns the faces that the member chose last in this browser, the latest first. */
export function recentFaces(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((face) => typeof face === 'string').slice(0, RECENT_MAX) : []
  } catch {
    return []
  }
}

export function rememberFace(face: string): void {
  const faces = [face, ...recentFaces().filter((one) => one !== face)].slice(0, RECENT_MAX)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(faces))
  } catch {
    // Without storage there are no recent faces.
  }
}
