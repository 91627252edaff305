import { useEffect, useState } from 'react'
import { forum } from '../../store'
import { Picture } from './Picture'
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

/** A picture that its address alone does not open: the page loads it, and shows its own copy. */
export function PrivatePicture({ filename }: { filename: string }) {
  const shown = useOwnCopy(filename)
  return shown !== null && <Picture url={shown} />
}
