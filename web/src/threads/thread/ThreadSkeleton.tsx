import { Bone, rows, Skeleton } from '../../ui'

/** A thread while it loads. */
export function ThreadSkeleton() {
  return (
    <Skeleton>
      <div className="thread-head">
        <p className="crumbs">
          <Bone width="12em" />
        </p>
        <div className="thread-heading">
          <Bone width="70%" />
        </div>
        <div className="thread-facts">
          <Bone width="24em" />
        </div>
      </div>
      {rows(4, (index) => (
        <div key={index} className="post">
          <div className="post-author">
            <span className="avatar avatar-large" />
            <Bone width="64px" />
          </div>
          <div className="post-main">
            <div className="post-head">
              <Bone width="80px" />
            </div>
            <div className="markup">
              <Bone width="92%" />
              <Bone width="96%" />
              <Bone width={`${30 + ((index * 17) % 40)}%`} />
            </div>
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
