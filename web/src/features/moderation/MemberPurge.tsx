import { type UserSummary } from '@forum/shared/contract'
import { useMemo } from 'react'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import { Bone, Dialog, ErrorState, Skeleton } from '../../ui'
import { memberProfile, membersSlice } from '../member-page'
import { PurgeDialog, purgeText } from '../purges'

/** The removal of everything that a member wrote: loads the account, which lines name only in part. */
export function MemberPurge({
  member: { id, displayName },
  onClose,
}: {
  member: Pick<UserSummary, 'id' | 'displayName'>
  onClose: () => void
}) {
  const shown = useList(useMemo(() => memberProfile(id), [id]))
  const user = useForum((read) => read(membersSlice).profiles[id])
  const profile = loadedList(shown, user)
  if (profile.status === 'ready') return <PurgeDialog user={profile.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={purgeText('title', { name: displayName })} note={purgeText('note')}>
      {profile.status === 'error' ? (
        <ErrorState title={purgeText('loadFailed')} cause={profile.error.message} onRetry={profile.reload} />
      ) : (
        <Skeleton>
          <Bone width="16em" />
        </Skeleton>
      )}
    </Dialog>
  )
}
