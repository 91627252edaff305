import { useEffect, useEffectEvent } from 'react'
import { keyOf, type KeyEvent } from '../lib/keys'

/** Returns whether the element accepts text, which turns shortcuts off. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

/** Returns whether a dialog or a menu is open over the page. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}

/**
 * Calls the handler of a key pressed alone, anywhere on the page: `useShortcuts({ r: reply })`. Off while typing, while
 * an input method is composing, with Ctrl, Alt or ⌘ held, and under a dialog. With `first`, its handlers run before
 * those of the whole page, which skip an event whose default was prevented.
 */
export function useShortcuts(
  handlers: Readonly<Record<string, (event: KeyboardEvent) => void>>,
  first = false,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const handler = handlers[keyOf(event)]
    if (!handler || isTyping(event.target) || isCovered()) return
    handler(event)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      press(event)
    }
    document.addEventListener('keydown', onKey, first)
    return () => {
      document.removeEventListener('keydown', onKey, first)
    }
  }, [first])
}

/** Marks an item that `j` and `k` select: a row of a thread list, a post. It must be focusable. */
export const walkable = { 'data-walk': '', tabIndex: -1 } as const

/** Moves the focus to the next (1) or previous (-1) marked item, starting from the reader's position. */
export function walk(step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-walk]')]
  if (stops.length === 0) return
  const focused = document.activeElement
  const current = stops.findIndex((stop) => stop === focused || stop.contains(focused))
  // Nothing is selected yet: start at the first visible item, in either direction.
  const inSight = stops.findIndex((stop) => stop.getBoundingClientRect().top >= 0)
  const next = current >= 0 ? current + step : Math.max(0, inSight)
  const stop = stops[Math.max(0, Math.min(next, stops.length - 1))]
  stop?.focus({ preventScroll: true })
  stop?.scrollIntoView({ block: 'nearest' })
}

/** Returns whether this key press sends the text being written: Ctrl/⌘ + Enter, never while composing. */
export function isSendKey(event: KeyEvent & { ctrlKey: boolean; metaKey: boolean }): boolean {
  return keyOf(event) === 'Enter' && (event.ctrlKey || event.metaKey)
}
