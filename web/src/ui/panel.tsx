import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names'
import './panel.css'

/** A box of the sidebar. */
export function Panel({ title, mark, children }: { title?: string; mark?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <h2 className="panel-title" id={id}>
          {title}
          {mark}
        </h2>
      )}
      {children}
    </section>
  )
}

/** The heading of a section of a page, on its ink line, with a link to more of it at the end. */
export function SectionHeading({
  id,
  to,
  more,
  children,
}: {
  id?: string
  /** The target of the heading's own link. */
  to?: string
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <h2 className="section-heading" id={id}>
      {to ? <Link to={to}>{children}</Link> : children}
      {more && <span className="section-more">{more}</span>}
    </h2>
  )
}

/** The first line of a page: its title and its actions. */
export function PageHeading({
  title,
  children,
  className,
}: {
  title: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <div className={classNames('page-heading', className)}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** A round button that floats over a list and offers new items; the reader decides when to load them. */
export function Pill({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="pill" onClick={onClick}>
      {children}
    </button>
  )
}
