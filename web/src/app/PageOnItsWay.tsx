import { useLocation } from 'react-router-dom'
import { Bone, rows, Skeleton, useBusy } from '../ui'

/** A placeholder while the code of a screen or the session is still loading. Its style depends on the path. */
export function PageOnItsWay() {
  useBusy(true)
  const { pathname } = useLocation()
  return (
    <Skeleton>
      <div className="page-on-its-way" data-path={pathname}>
        <Bone width="38%" height="28px" />
        {rows(8, (index) => (
          <Bone key={index} width={index % 3 === 2 ? '72%' : '100%'} height="18px" />
        ))}
      </div>
    </Skeleton>
  )
}
