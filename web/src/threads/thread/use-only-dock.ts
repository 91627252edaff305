import { useEffect } from 'react'

/** Shrinks the form that is open over the page to its bar; at most one is open. */
let shrink: (() => void) | null = null

/** Makes room for a form that is about to open over the page; `own` is what it registers, if it is open already. */
export function shrinkOpenDock(own?: () => void): void {
  if (shrink !== own) shrink?.()
}

/** Registers a form while it is open over the page; another one that opens shrinks it. */
export function useOnlyDock(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    shrink = close
    return () => {
      if (shrink === close) shrink = null
    }
  }, [isOpen, close])
}
