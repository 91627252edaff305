import { useEffect } from 'react'

/** The function that shrinks the form open over the page to its bar; at most one form is open. */
let shrink: (() => void) | null = null

/**
 * Shrinks the form that is open over the page, before another one opens; `except` is the other form's function, if it is
 * open already.
 */
export function shrinkOpenDock(except?: () => void): void {
  if (shrink !== except) shrink?.()
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
