import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { ButtonLink } from './button'
import { Lock } from './icons'
import { EmptyState } from './states'
import './console-frame.css'
import './tabs.css'

/** The frame of the staff's tools: a tab for each that the reader may use, and the screen of one of them. */
export function ConsoleFrame({
  className,
  title,
  tabs,
  refusal,
  children,
}: {
  className: string
  /** The accessible name of the tabs. */
  title: string
  tabs: readonly { to: string; label: ReactNode }[]
  /** The reason why the reader may not be here; null for those who may. */
  refusal: { title: string; text: string } | null
  /** Shown beside the tabs. */
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    showCurrent(bar.current)
  }, [pathname])
  if (refusal)
    return (
      <EmptyState isPage icon={<Lock aria-hidden />} {...refusal}>
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className={className}>
      <div className="console-bar" ref={bar}>
        <nav className="console-tabs" aria-label={title}>
          {tabs.map(({ to, label }) => (
            <Link key={to} to={to} className="tab" aria-current={pathname === to ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {children}
      </div>
      <Outlet />
    </div>
  )
}

/** Scrolls the tabs sideways until the current one is in the middle: on a phone, they are wider than the screen. */
function showCurrent(bar: HTMLElement | null): void {
  const tab = bar?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  if (!bar || !tab) return
  const { left, width } = bar.getBoundingClientRect()
  bar.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}
