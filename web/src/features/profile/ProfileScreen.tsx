import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { Breadcrumb, PageHeading, Tabs, usePageTitle } from '../../ui'
import { useSession } from '../auth'
import { MemberActivity } from '../member-page'
import { AccountSettings } from './AccountSettings'
import { ProfileInfo } from './ProfileInfo'
import './texts'
import './profile.css'

const TABS = ['info', 'account', 'activity'] as const
type Tab = (typeof TABS)[number]

/** The member's own profile: what others see, the account, and what they wrote. */
export function ProfileScreen() {
  const t = useTexts()
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === query.get('tab')) ?? 'info'
  usePageTitle(t('profile.title'))
  if (user === null) return null
  return (
    <>
      <Breadcrumb trail={[{ label: t('profile.title') }]} />
      <PageHeading title={t('profile.title')} className="profile-heading" />
      <Tabs
        label={t('profile.title')}
        value={tab}
        onChange={(chosen) => {
          setQuery(chosen === 'info' ? {} : { tab: chosen }, { replace: true })
        }}
        tabs={[
          { value: 'info', label: t('profile.info'), panel: <ProfileInfo user={user} /> },
          { value: 'account', label: t('profile.account'), panel: <AccountSettings user={user} /> },
          { value: 'activity', label: t('profile.activity'), panel: <MemberActivity userId={user.id} /> },
        ]}
      />
    </>
  )
}
