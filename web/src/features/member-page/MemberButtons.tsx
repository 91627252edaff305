import { type User } from '@forum/shared/contract'
import { useState } from 'react'
import { useList } from '../../resource'
import { forum } from '../../store'
import { Button, ConfirmDialog, toast, useAction } from '../../ui'
import { Ban, BellRing } from '../../ui/icons'
import { blockedMembers, followedMembers } from './lists'
import { memberText } from './member.texts'
import { setBlocked, setFollowed } from './members.actions'

const summaryOf = ({ id, username, displayName, avatar, role }: User) => ({
  id,
  username,
  displayName,
  avatar,
  role,
})

/** Follows a member, or ends that. */
export function FollowButton({ user }: { user: User }) {
  const { list: followed } = useList(followedMembers)
  const isFollowed = followed?.ids.includes(user.id) ?? false
  const set = useAction(
    (wanted: boolean) => setFollowed(forum, summaryOf(user), wanted),
    (_, wanted) => {
      if (wanted) toast.success(memberText('followedNow', { name: user.displayName }))
    },
    memberText('actFailed'),
  )
  return (
    <Button
      icon={<BellRing aria-hidden />}
      aria-pressed={isFollowed}
      busy={set.isBusy || followed?.status !== 'ready'}
      onClick={() => set.run(!isFollowed)}
    >
      {memberText(isFollowed ? 'following' : 'follow')}
    </Button>
  )
}

/** Blocks a member after a question, or ends that. */
export function BlockButton({ user }: { user: User }) {
  const { list: blocked } = useList(blockedMembers)
  const [isAsking, setIsAsking] = useState(false)
  const isBlocked = blocked?.ids.includes(user.id) ?? false
  const name = user.displayName
  const set = useAction(
    (wanted: boolean) => setBlocked(forum, summaryOf(user), wanted),
    (_, wanted) => {
      toast.success(memberText(wanted ? 'blockedNow' : 'unblockedNow', { name }))
    },
    memberText('actFailed'),
  )
  return (
    <>
      <Button
        icon={<Ban aria-hidden />}
        busy={set.isBusy || blocked?.status !== 'ready'}
        onClick={() => {
          if (isBlocked) set.run(false)
          else setIsAsking(true)
        }}
      >
        {memberText(isBlocked ? 'unblock' : 'block')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
        }}
        title={memberText('blockAsk', { name })}
        text={memberText('blockText')}
        confirmLabel={memberText('block')}
        onConfirm={() => set.run(true)}
      />
    </>
  )
}
