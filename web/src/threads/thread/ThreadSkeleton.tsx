import { Bone, Skeleton } from '../../ui'
import { PostBones } from './PostBoxes'

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
      <PostBones count={4} />
    </Skeleton>
  )
}
