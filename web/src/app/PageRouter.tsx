import { useLayoutEffect } from 'react'
import { BrowserRouter, type RouteObject, useLocation, useNavigate, useRoutes } from 'react-router-dom'
import { setNavigate } from '../lib/session'
import { NO_OFFERS, OffersContext } from '../state/offers'
import { followNavigation } from '../ui'
import { LazyScreen, offersPart } from './lazy-screen'
import { type ScreenRoute } from '../state/area'
import { routes } from './routes'

const table = routes.map(toRouteObject)

function toRouteObject({ path, element, lazy, children }: ScreenRoute): RouteObject {
  return {
    ...(path === undefined ? {} : { path }),
    element: lazy ? <LazyScreen load={lazy} /> : element,
    ...(children ? { children: children.map(toRouteObject) } : {}),
  }
}

/**
 * Shows the screen for the address. It uses plain routes: the store loads and caches data, so a data router would be
 * 17 KB of unused code.
 */
export function PageRouter() {
  return (
    <BrowserRouter>
      <OffersContext value={offersPart.use()?.offers ?? NO_OFFERS}>
        <Screens />
      </OffersContext>
    </BrowserRouter>
  )
}

function Screens() {
  const navigate = useNavigate()
  const location = useLocation()
  useLayoutEffect(followNavigation, [location])
  useLayoutEffect(() => {
    setNavigate((path, options) => void navigate(path, options))
  }, [navigate])
  return useRoutes(table)
}
