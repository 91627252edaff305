export interface PictureSize {
  width: number
  height: number
}

const STORAGE_KEY = 'forum:picture-sizes'
/** Maximum number of remembered sizes; beyond it, the oldest are dropped. */
const SIZES_MAX = 300

let sizes: Map<string, PictureSize> | undefined

function readSizes(): Map<string, PictureSize> {
  if (sizes) return sizes
  try {
    sizes = new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, PictureSize][])
  } catch {
    sizes = new Map()
  }
  return sizes
}

/** Returns the size of a picture that this tab has shown before, even before a reload. */
export const knownSize = (url: string): PictureSize | undefined => readSizes().get(url)

export function rememberSize(url: string, size: PictureSize): void {
  const remembered = readSizes()
  remembered.set(url, size)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= SIZES_MAX) break
    remembered.delete(oldest)
  }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...remembered]))
  } catch {
    // Without storage the sizes last until the next load.
  }
}
