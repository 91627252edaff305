import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** The name of a member, which links to the member's page; an anonymous author has no link. */
export function MemberLink({
  member,
  className,
  newWindow = false,
  children,
}: {
  member: { id: number }
  className?: string
  newWindow?: boolean
  children: ReactNode
}) {
  if (member.id === 0) return <span className={className}>{children}</span>
  return (
    <Link
      className={className}
      to={`/users/${member.id}`}
      {...(newWindow ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children}
    </Link>
  )
}
