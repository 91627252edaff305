import { PageHeading, usePageTitle } from '../../ui'
import { AnnouncementForm } from '../board-admin/AnnouncementForm'
import { Announcements } from '../announcements/Announcements'
import { adminText } from './admin.texts'

/** `/admin/announcement`: the announcement at the top of the home page, and when it ends. */
export function AnnouncementScreen() {
  usePageTitle(adminText('tabs.announcement'))
  return (
    <>
      <PageHeading title={adminText('tabs.announcement')} />
      <AnnouncementForm />
      <Announcements />
    </>
  )
}
