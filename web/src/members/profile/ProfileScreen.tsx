import { useSearchParams } from 'react-router-dom'
import { Breadcrumb, PageHeading, Tabs, usePageTitle } from '../../ui'
import { useSession } from '../../state/session'
import { MemberActivity } from '../member-page/MemberActivity'
import { AccountSettings } from './AccountSettings'
import { profileText } from './profile.texts'
import { ProfileInfo } from './ProfileInfo'
import './profile.css'

const TABS = ['info', 'account', 'activity'] as const
type Tab = (typeof TABS)[number]

/** The member's own profile: the public part, the account, and the member's own posts. */
export function ProfileScreen() {
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === query.get('tab')) ?? 'info'
  usePageTitle(profileText('title'))
  if (user === null) return null
  return (
    <>
      <Breadcrumb trail={[{ label: profileText('title') }]} />
      <PageHeading title={profileText('title')} className="profile-heading" />
      <Tabs
        label={profileText('title')}
        value={tab}
        onChange={(chosen) => {
          setQuery(chosen === 'info' ? {} : { tab: chosen }, { replace: true })
        }}
        tabs={[
          { value: 'info', label: profileText('info'), panel: <ProfileInfo user={user} /> },
          { value: 'account', label: profileText('account'), panel: <AccountSettings user={user} /> },
          { value: 'activity', label: profileText('activity'), panel: <MemberActivity userId={user.id} /> },
        ]}
      />
    </>
  )
}
