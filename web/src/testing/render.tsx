import { cleanup, configure, render } from '@testing-library/react'
import { type ReactElement, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach } from 'vitest'
import { offers } from '../app/offers'
import { OffersContext } from '../state/offers'
import { setNavigate } from '../lib/session'
import { loadParts } from '../ui/parts'
import './forum'

await loadParts()
afterEach(cleanup)
// Generous: the time-out is meant for hanging tests, not for a slow machine.
configure({ asyncUtilTimeout: 30_000 })

/**
 * Renders `element` at an address of the page, with a plain placeholder at every other address. `at()` returns the
 * current address. `pattern` is the element's route, if it has parameters.
 */
export function renderAt(path: string, element: ReactElement, pattern = path.replace(/\?.*$/, '')) {
  const elsewhere: ReactNode = <p>别处</p>
  const router = createMemoryRouter(
    [
      { path: pattern, element },
      { path: '*', element: elsewhere },
    ],
    { initialEntries: [path] },
  )
  setNavigate((to, options) => void router.navigate(to, options))
  const shown = render(
    <OffersContext value={offers}>
      <RouterProvider router={router} />
    </OffersContext>,
  )
  return { ...shown, router, at: () => router.state.location.pathname + router.state.location.search }
}
