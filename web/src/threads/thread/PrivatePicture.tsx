import { useEffect, useState } from 'react'
import { forum } from '../../store'
import { LoadsOnClick, Picture } from './Picture'
import { type PictureSize } from './picture-sizes'
import { readFile } from './thread.actions'

/** Returns the address of the page's own copy of a picture that its address does not open; null until it is loaded. */
function useOwnCopy(filename: string): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    let address: string | null = null
    void readFile(forum, filename).then((file) => {
      if (!file.ok || isUnmounted) return
      address = URL.createObjectURL(file.value)
      setShown(address)
    })
    return () => {
      isUnmounted = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [filename])
  return shown
}

const NOTHING = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

/**
 * A picture that an address alone does not open: the page reads it, and shows its own copy. If its size is known, it has
 * its space before. Since it comes from this site, it needs no consent.
 */
export function PrivatePicture({ filename, size }: { filename: string; size?: PictureSize | undefined }) {
  const shown = useOwnCopy(filename)
  if (shown === null && !size) return null
  return (
    <LoadsOnClick value={false}>
      <Picture key={shown} url={shown ?? NOTHING} size={size} />
    </LoadsOnClick>
  )
}
