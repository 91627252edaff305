import { Bone, RowBones, Skeleton } from '../../ui'
import { Lead } from './Lead'

/** Rows of the reader's own lists while they load. */
export function EntriesSkeleton() {
  return (
    <Skeleton>
      <ul className="my-entries">
        <RowBones
          count={6}
          lead={
            <Lead kind={<Bone width="3em" />}>
              <Bone width="5em" />
            </Lead>
          }
        >
          <p className="small">
            <Bone width="60%" />
          </p>
        </RowBones>
      </ul>
    </Skeleton>
  )
}
