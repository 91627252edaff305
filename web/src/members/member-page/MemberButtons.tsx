import { type User } from '@forum/shared/contract'
import { useState } from 'react'
import { useList } from '../../resource'
import { forum } from '../../store'
import { Button, ConfirmDialog, toast, useAction } from '../../ui'
import { Ban, BellRing, Flag, Mail } from '../../ui/icons'
import { useSession } from '../../state/session'
import { greetWith, useSignInFirst, useWaitingAct } from '../../accounts'
import { ReportDialog } from '../../threads'
import { blockedMembers, followedMembers } from './lists'
import { memberText } from './member.texts'
import { reportMember, setBlocked, setFollowed } from './members.actions'

const summaryOf = ({ id, username, displayName, avatar, role }: User) => ({
  id,
  username,
  displayName,
  avatar,
  role,
})

/** The buttons for writing to a member and following them, which ask visitors to sign in first. */
export function VisitorButtons({ user }: { user: User }) {
  const signInFirst = useSignInFirst()
  const wantedMember = { id: user.id, name: user.displayName }
  return (
    <>
      <Button
        icon={<Mail aria-hidden />}
        onClick={() =>
          signInFirst({ act: 'message', place: `/my/messages/with/${user.id}`, ...wantedMember })
        }
      >
        {memberText('sendMessage')}
      </Button>
      <Button
        icon={<BellRing aria-hidden />}
        onClick={() => signInFirst({ act: 'follow', place: `/users/${user.id}`, ...wantedMember })}
      >
        {memberText('follow')}
      </Button>
    </>
  )
}

/** Follows a member whom a visitor wanted to follow before signing in. */
export function useWaitingFollow(user: User | undefined): void {
  const me = useSession().user
  useWaitingAct(user !== undefined, {
    follow: (id) => {
      if (!user || id !== user.id) return false
      if (me?.id !== user.id)
        void setFollowed(forum, summaryOf(user), true).then(greetWith('follow', user.displayName))
      return true
    },
  })
}

/** Follows or unfollows a member. */
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

/** Blocks a member after a question, or unblocks them. */
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

/** Reports a member to the moderators, such as for a name, a picture or a signature. */
export function ReportButton({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        icon={<Flag aria-hidden />}
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {memberText('report')}
      </Button>
      {isAsking && (
        <ReportDialog
          title={memberText('reportTitle', { name: user.displayName })}
          send={(reason) => reportMember(forum, user.id, reason)}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      )}
    </>
  )
}
