import { Bone, rows, Skeleton } from '../../ui'

/** The shape of a list in the settings while it loads. */
export function SettingsSkeleton() {
  return (
    <Skeleton>
      <ul className="settings-list">
        {rows(2, (index) => (
          <li key={index}>
            <span className="settings-what">
              <Bone width="12em" />
              <Bone width="8em" height="0.8em" />
            </span>
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}
