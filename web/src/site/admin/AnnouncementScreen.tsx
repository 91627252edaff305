import { PageHeading, usePageTitle } from '../../ui'
import { Announcements } from '../announcements/Announcements'
import { adminText } from './admin.texts'

/** `/admin/announcement`: the announcements, each with its time, audience and board. */
export function AnnouncementScreen() {
  usePageTitle(adminText('tabs.announcement'))
  return (
    <>
      <PageHeading title={adminText('tabs.announcement')} />
      <Announcements />
    </>
  )
}
