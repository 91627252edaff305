import { useEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal'
import './progress.css'

/** Delay of the bar, so that faster loads show none. */
const SHOWN_AFTER_MS = 300

let underWay = 0
const isShown = createSignal(false)
let timer: ReturnType<typeof setTimeout> | undefined

function change(by: 1 | -1): void {
  underWay += by
  if (underWay > 0) {
    timer ??= setTimeout(() => {
      isShown.set(true)
    }, SHOWN_AFTER_MS)
    return
  }
  clearTimeout(timer)
  timer = undefined
  isShown.set(false)
}

/** Returns whether the page is loading. */
export const isBusy = () => underWay > 0

/** Counts the page as loading while `busy`; after 300 ms a thin bar appears at the top. */
export function useBusy(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    change(1)
    return () => {
      change(-1)
    }
  }, [busy])
}

/** Does the same for as long as a promise is pending; calls with the same promise count once. */
export function busyWhile(promise: Promise<unknown>): void {
  if (counted.has(promise)) return
  counted.add(promise)
  change(1)
  const end = () => {
    change(-1)
  }
  promise.then(end, end)
}

const counted = new WeakSet<Promise<unknown>>()

/** The bar itself; rendered once, in the layout. */
export function ProgressBar() {
  const visible = useSyncExternalStore(isShown.subscribe, isShown.current)
  return <div className="progress" data-shown={visible} aria-hidden />
}
