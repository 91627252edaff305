import { useSearchParams } from 'react-router-dom'
import { Breadcrumb, PageHeading, readPage, Tabs, usePageTitle } from '../ui'
import { GROUPS, GroupLabel } from './groups'
import { NotificationList } from './NotificationList'
import { NotificationSettings } from './NotificationSettings'
import { notificationsText } from './notifications.texts'

const VIEWS = ['list', ...GROUPS, 'settings'] as const

/** `/notifications`: the member's notifications, all or of one group, and their settings. */
export function NotificationsScreen() {
  const [query, setQuery] = useSearchParams()
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'list'
  const page = readPage(query.get('page'))
  usePageTitle(notificationsText('title'))
  return (
    <>
      <Breadcrumb trail={[{ label: notificationsText('title') }]} />
      <PageHeading title={notificationsText('title')} />
      <Tabs
        label={notificationsText('title')}
        value={view}
        onChange={(to) => {
          setQuery(to === 'list' ? {} : { view: to }, { replace: true })
        }}
        tabs={[
          { value: 'list', label: notificationsText('all'), panel: <NotificationList page={page} /> },
          ...GROUPS.map((group) => ({
            value: group,
            label: <GroupLabel group={group} />,
            panel: <NotificationList key={group} group={group} page={page} />,
          })),
          { value: 'settings', label: notificationsText('settings'), panel: <NotificationSettings /> },
        ]}
      />
    </>
  )
}
