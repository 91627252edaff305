import { type DragEvent, useState } from 'react'

/** Returns the props of an element that accepts dropped files; without `onFiles` it accepts none. */
export function useDrop(onFiles: ((files: FileList) => void) | null) {
  const [isDropping, setIsDropping] = useState(false)
  return {
    isDropping,
    props: {
      onDragOver: (event: DragEvent) => {
        if (!onFiles || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDropping(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDropping(false)
      },
      onDrop: (event: DragEvent) => {
        setIsDropping(false)
        if (!onFiles || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      },
    },
  }
}
