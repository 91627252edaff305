import { act, cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useBusy } from './progress'
import { useIsReturning, useScrollMemory } from './use-scroll-memory'

let height = 0
let top = 0
const grow = new Set<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  grow.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly onGrowth: () => void) {}
      observe() {
        grow.add(this.onGrowth)
      }
      disconnect() {
        grow.delete(this.onGrowth)
      }
    },
  )
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height + innerHeight)
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
  vi.stubGlobal('scrollTo', (to: { top: number }) => {
    top = Math.min(to.top, height)
    dispatchEvent(new Event('scroll'))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Frame() {
  useScrollMemory()
  return <Outlet />
}

function Loading() {
  useBusy(true)
  return null
}

/** Reads a page at a place, opens another, and goes back to the first, which is short at first. */
async function goBack(first: React.ReactNode) {
  const children = [
    { path: '/', element: first },
    { path: '/other', element: null },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }])
  render(<RouterProvider router={router} />)
  height = 2_000
  scrollTo({ top: 700 })
  await act(() => router.navigate('/other'))
  height = 100
  await act(() => router.navigate(-1))
}

/** Lets a page become long enough after a time. */
function growAfter(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
  resize(2_000)
}

/** Changes how far the page can be scrolled. */
function resize(to: number) {
  height = to
  top = Math.min(top, height)
  for (const onGrowth of [...grow]) onGrowth()
}

it('returns to the place on a page that loads for a long time', async () => {
  await goBack(<Loading />)
  growAfter(20_000)
  expect(top).toBe(700)
})

it('returns to the place on a page that becomes shorter before it becomes long enough', async () => {
  await goBack(<Loading />)
  resize(90)
  resize(2_000)
  expect(top).toBe(700)
})

it('leaves the reader where the reader scrolled meanwhile', async () => {
  await goBack(<Loading />)
  scrollTo({ top: 40 })
  resize(2_000)
  expect(top).toBe(40)
})

it('gives up a place when a page that has loaded stays too short for it', async () => {
  await goBack(null)
  growAfter(20_000)
  expect(top).toBe(100)
})

it('returns to the place on a page that the browser kept and shows at its top', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Frame /> }])} />)
  height = 2_000
  scrollTo({ top: 700 })
  dispatchEvent(new Event('pagehide'))
  top = 0
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  dispatchEvent(new Event('scroll'))
  expect(top).toBe(700)
})

it('leads to the target of an address on the first visit, and to the place that was left on the next', async () => {
  const visits: string[] = []
  function Screen() {
    const isReturning = useIsReturning()
    useEffect(() => {
      visits.push(isReturning ? 'place' : 'target')
    }, [isReturning])
    return null
  }
  const children = [
    { path: '/', element: null },
    { path: '/threads/1', element: <Screen /> },
    { path: '/other', element: null },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }])
  render(<RouterProvider router={router} />)
  height = 2_000
  await act(() => router.navigate('/threads/1#post-5'))
  scrollTo({ top: 700 })
  await act(() => router.navigate('/other'))
  await act(() => router.navigate(-1))
  expect([visits, top]).toEqual([['target', 'place'], 700])
  await act(() => router.navigate('/other'))
  await act(() => router.navigate('/threads/1#post-5'))
  expect(visits).toEqual(['target', 'place', 'target'])
})
