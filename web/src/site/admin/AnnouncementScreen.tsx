import { PageHeading, usePageTitle } from '../../ui'
import { Announcements } from '../announcements/Announcements'
import { adminText } from './admin.texts'

/** `/admin/announcement`: what members are told, each with its time, its audience and its place. */
export function AnnouncementScreen() {
  usePageTitle(adminText('tabs.announcement'))
  return (
    <>
      <PageHeading title={adminText('tabs.announcement')} />
      <Announcements />
    </>
  )
}
