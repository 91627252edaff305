import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Announcement, BesideHomePlace, loadBesideReading, Sidebar } from '../boards'
import { loadEmailNotice, needsEmailNotice } from '../members'
import { loadSearchAside } from '../search'
import { ConnectionNotice } from '../state/live'
import { useSession } from '../state/session'
import { BESIDE, LiveRegion, ProgressBar, SkipLink, Toaster, useIsWide, useScrollMemory } from '../ui'
import { BottomBar } from './BottomBar'
import { ErrorBoundary } from './ErrorBoundary'
import { Footer } from './Footer'
import { layoutText } from './layout.texts'
import { LazyPart } from './lazy-part'
import { Masthead } from './Masthead'
import { PageOnItsWay } from './PageOnItsWay'
import { SessionNotice } from './SessionNotice'
import { Shortcuts } from './Shortcuts'
import './layout.css'

const CONTENT = 'content'

/** Screens that take the whole width. */
const CONSOLE = /^\/(admin|moderation)/

/** Screens with room for suggestions of what else to read beside them. */
const READING = /^\/(threads|boards)\/\d/

/** The frame of every screen: masthead and navigation, the sidebar, the bottom bar of a phone. */
export function Layout() {
  const { pathname, key } = useLocation()
  const isWide = useIsWide()
  const { user } = useSession()
  const needsNotice = user !== null && needsEmailNotice(user)
  useScrollMemory()
  useReadingFromTheTop(pathname)
  return (
    <>
      <SkipLink to={CONTENT}>{layoutText('skipToContent')}</SkipLink>
      <ProgressBar />
      <Masthead />
      <div className="live-notices">
        <ConnectionNotice />
        <SessionNotice />
      </div>
      <div className="wrap page-body">
        {pathname === '/' && <Announcement />}
        {needsNotice && !CONSOLE.test(pathname) && <LazyPart load={loadEmailNotice} />}
        <div className="columns">
          <main id={CONTENT} tabIndex={-1}>
            <ErrorBoundary address={key}>
              <Suspense fallback={<PageOnItsWay />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
          {isWide && !CONSOLE.test(pathname) && (
            <aside aria-label={layoutText('sidebar')}>
              <div id={BESIDE} />
              <Sidebar />
              {pathname === '/' && <BesideHomePlace />}
              {READING.test(pathname) && <LazyPart load={loadBesideReading} />}
              {pathname === '/search' && <LazyPart load={loadSearchAside} />}
            </aside>
          )}
        </div>
      </div>
      <Footer />
      {!isWide && <BottomBar />}
      <Shortcuts />
      <LiveRegion />
      <Toaster />
    </>
  )
}

/**
 * Moves the focus to a new screen, so that assistive technology reads it from the start. A field in which the reader
 * began to write while the screen was loading keeps it.
 */
function useReadingFromTheTop(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (document.activeElement?.matches('input, textarea')) return
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
  }, [pathname])
}
