import { type ReactNode } from 'react'
import { classNames } from './class-names'
import { Bone, rows } from './skeleton'

interface Boxes {
  className?: string
  /** Shown before the title. */
  lead?: ReactNode
  title: ReactNode
  /** Shown beside the title, where it has a column of its own. */
  news?: ReactNode
  /** Facts in small type below the title. */
  meta?: ReactNode
  /** Shown beside or below all of them. */
  children?: ReactNode
}

/** A row of a list that opens when any part of it is pressed. The list's style lays out its boxes. */
export function Row({ className, lead, title, news, meta, children }: Boxes) {
  return (
    <li className={classNames('row', className)}>
      {lead}
      <div className="row-what">
        <div className="row-title">{title}</div>
        {news}
        {meta && <div className="meta">{meta}</div>}
      </div>
      {children}
    </li>
  )
}

/** Skeleton rows, in the same boxes. */
export function RowBones({ count, ...boxes }: Omit<Boxes, 'title'> & { count: number }) {
  return rows(count, (index) => (
    <Row key={index} {...boxes} title={<Bone width={`${40 + ((index * 23) % 45)}%`} />} />
  ))
}
