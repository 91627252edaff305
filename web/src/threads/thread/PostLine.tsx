import { type ReactNode, type Ref } from 'react'
import { walkable } from '../../ui'
import { type PostEntity } from '../../state/thread-copy'
import { numberText, postAnchor } from './permalink'

/** A line in place of a post whose text is not shown; `below` is rendered below it. */
export function PostLine({
  post,
  ref,
  below,
  children,
}: {
  post: PostEntity
  ref?: Ref<HTMLElement>
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <article
      {...walkable}
      ref={ref}
      className="tombstone"
      id={postAnchor(post.id)}
      data-number={post.number}
      aria-label={numberText(post)}
    >
      <div className="tombstone-line">{children}</div>
      {below}
    </article>
  )
}
