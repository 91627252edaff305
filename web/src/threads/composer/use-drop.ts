import { type DragEvent, useState } from 'react'

/** What an element needs to take files that are dropped on it; without `onFiles` it takes none. */
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
