import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { Announcement } from '../features/home'
import { ConnectionNotice } from '../features/live'
import { Sidebar } from '../features/sidebar'
import { useTexts } from '../lib/i18n'
import { LiveRegion, ProgressBar, SkipLink, Toaster, useBusy, useIsWide } from '../ui'
import { BottomBar } from './BottomBar'
import { Footer } from './Footer'
import { Masthead } from './Masthead'
import { SessionNotice } from './SessionNotice'
import { Shortcuts } from './Shortcuts'
import './layout.css'

const CONTENT = 'content'

/** The frame of every screen: masthead and navigation, the sidebar, the bottom bar of a phone. */
export function Layout() {
  const t = useTexts()
  const { pathname } = useLocation()
  const isWide = useIsWide()
  useBusy(useNavigation().state !== 'idle')
  useReadingFromTheTop(pathname)
  return (
    <>
      <SkipLink to={CONTENT}>{t('common.skipToContent')}</SkipLink>
      <ProgressBar />
      <Masthead />
      <ConnectionNotice />
      <SessionNotice />
      <div className="wrap page-body">
        {pathname === '/' && <Announcement />}
        <div className="columns">
          <main id={CONTENT} tabIndex={-1}>
            <Outlet />
          </main>
          {isWide && (
            <aside aria-label={t('common.sidebar')}>
              <Sidebar />
            </aside>
          )}
        </div>
      </div>
      <Footer />
      {!isWide && <BottomBar />}
      <Shortcuts />
      <LiveRegion />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}

/** Moves the focus to a new screen, so that assistive technology reads it from its beginning. */
function useReadingFromTheTop(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
  }, [pathname])
}
