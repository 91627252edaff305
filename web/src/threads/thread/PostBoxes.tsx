import { type ComponentProps, type ReactNode } from 'react'
import { Bone, classNames, rows } from '../../ui'

/** The boxes of a post: its author at the side, and its head and text. */
export function PostBoxes({
  author,
  head,
  children,
  className,
  ...article
}: { author: ReactNode; head: ReactNode } & ComponentProps<'article'>) {
  return (
    <article {...article} className={classNames('post', className)}>
      <div className="post-author">{author}</div>
      <div className="post-main">
        <div className="post-head">{head}</div>
        {children}
      </div>
    </article>
  )
}

/** Posts while they load. */
export function PostBones({ count }: { count: number }) {
  return rows(count, (index) => (
    <PostBoxes
      key={index}
      author={
        <>
          <span className="avatar avatar-large" />
          <Bone width="64px" />
        </>
      }
      head={<Bone width="80px" />}
    >
      <div className="markup">
        <Bone width="92%" />
        <Bone width="96%" />
        <Bone width={`${30 + ((index * 17) % 40)}%`} />
      </div>
    </PostBoxes>
  ))
}
