import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followHistory, useCloseOnBack } from './use-close-on-back'

/** Imitates the browser's Back: makes an entry the current one, and dispatches the event. */
const traverseTo = (state: object, url: string) => {
  history.replaceState(state, '', url)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}
const openOverlay = () => {
  const close = vi.fn()
  const { unmount } = renderHook(() => {
    useCloseOnBack(true, close)
  })
  return { close, unmount }
}
const listen = () => {
  const router = vi.fn()
  addEventListener('popstate', router)
  return router
}

let stop: () => void
beforeEach(() => {
  stop = followHistory()
})
afterEach(() => {
  stop()
})

it('closes what lies over the page, of which the router learns nothing', () => {
  history.pushState({ idx: 1 }, '', '/boards')
  const router = listen()
  const { close, unmount } = openOverlay()
  expect(history.state).toEqual({ idx: 1, overlay: true })
  traverseTo({ idx: 1 }, '/boards')
  expect(close).toHaveBeenCalledTimes(1)
  expect(router).not.toHaveBeenCalled()
  unmount()
  removeEventListener('popstate', router)
})

it('leaves Back to the router once it has begun to open another page', () => {
  history.pushState({ idx: 1 }, '', '/boards')
  const router = listen()
  const { close, unmount } = openOverlay()
  // The page is not rendered yet, and Back was pressed before this entry was there.
  history.pushState({ idx: 2 }, '', '/hot')
  traverseTo({ idx: 1 }, '/boards')
  expect(router).toHaveBeenCalledTimes(1)
  expect(close).not.toHaveBeenCalled()
  unmount()
  removeEventListener('popstate', router)
})

it('closes what was opened over a page while the next one loads', () => {
  history.pushState({ idx: 1 }, '', '/boards')
  openOverlay().unmount()
  history.pushState({ idx: 2 }, '', '/hot')
  const { close, unmount } = openOverlay()
  expect(history.state).toEqual({ idx: 2, overlay: true })
  traverseTo({ idx: 2 }, '/hot')
  expect(close).toHaveBeenCalledTimes(1)
  unmount()
})
