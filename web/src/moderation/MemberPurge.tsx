import { type UserSummary } from '@forum/shared/contract'
import { WhenLoaded } from '../resource'
import { Dialog, SkeletonLines } from '../ui'
import { useMember } from '../members'
import { PurgeDialog } from './purges/PurgeDialog'
import { purgeText } from './purges/purge.texts'

/** The removal of everything by a member: loads the account, of which lines have only a part. */
export function MemberPurge({
  member: { id, displayName },
  onClose,
}: {
  member: Pick<UserSummary, 'id' | 'displayName'>
  onClose: () => void
}) {
  const profile = useMember(id)
  if (profile.status === 'ready') return <PurgeDialog user={profile.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={purgeText('title', { name: displayName })} note={purgeText('note')}>
      <WhenLoaded loaded={profile} skeleton={<SkeletonLines count={1} />} failed={purgeText('loadFailed')}>
        {() => null}
      </WhenLoaded>
    </Dialog>
  )
}
