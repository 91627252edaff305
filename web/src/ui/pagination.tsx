import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names'
import { ChevronLeft, ChevronRight, ChevronsLeft } from './icons'
import { pageWindow } from './pages'
import { uiText } from './ui.texts'
import './pagination.css'

/** Links to the pages of a list; renders nothing for a single page. `hrefFor` returns the address of a page. */
export function Pagination({
  page,
  totalPages,
  hrefFor,
  label,
  className,
}: {
  page: number
  totalPages: number
  hrefFor: (page: number) => string
  /** The accessible name, which distinguishes two pagers on one page. */
  label?: string
  className?: string
}) {
  if (totalPages <= 1 && page <= 1) return null
  const { pages, first, last } = pageWindow(Math.min(page, totalPages), totalPages)

  const step = (to: number, label: string, title: string, className: string, children: ReactNode) =>
    to >= 1 && to <= totalPages && to !== page ? (
      <Link
        to={hrefFor(to)}
        className={classNames('pager-button', className)}
        aria-label={label}
        title={title}
      >
        {children}
      </Link>
    ) : (
      <span className={classNames('pager-button pager-off', className)} aria-hidden>
        {children}
      </span>
    )

  return (
    <nav className={classNames('pager num', className)} aria-label={label ?? uiText('pagination')}>
      {step(
        Math.min(page - 1, totalPages),
        uiText('prev'),
        uiText('prev'),
        'pager-step pager-prev',
        <>
          <ChevronLeft aria-hidden />
          <span className="pager-word">{uiText('prev')}</span>
        </>,
      )}
      {first && (
        <>
          {step(1, uiText('jumpTo', { page: 1 }), uiText('first'), 'pager-end', <ChevronsLeft aria-hidden />)}
          <span className="pager-gap" aria-hidden>
            …
          </span>
        </>
      )}
      {pages.map((one) => (
        <Link
          key={one}
          to={hrefFor(one)}
          className="pager-button pager-page"
          aria-label={uiText('page', { page: one })}
          aria-current={one === page ? 'page' : undefined}
        >
          {one}
        </Link>
      ))}
      {last && (
        <>
          <span className="pager-gap" aria-hidden>
            …
          </span>
          {step(
            totalPages,
            uiText('jumpTo', { page: totalPages }),
            uiText('last'),
            'pager-end',
            <span>
              {totalPages}
              <small>{uiText('last')}</small>
            </span>,
          )}
        </>
      )}
      {step(
        page + 1,
        uiText('next'),
        uiText('next'),
        'pager-step pager-next',
        <>
          <span className="pager-word">{uiText('next')}</span>
          <ChevronRight aria-hidden />
        </>,
      )}
    </nav>
  )
}
