import { type User } from '@forum/shared/contract'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useForum } from '../../store'
import {
  Bone,
  Breadcrumb,
  Button,
  ButtonLink,
  ErrorState,
  Skeleton,
  usePageTitle,
  NotFoundScreen,
} from '../../ui'
import { Mail, Pencil } from '../../ui/icons'
import { useSession } from '../../state/session'
import { blocksText, isHidden } from '../../state/blocks'
import { SignInFirst } from '../../accounts'
import { useMember } from './use-member'
import { memberText } from './member.texts'
import { MemberActivity } from './MemberActivity'
import { MemberHead, MemberStats } from './MemberHead'
import { BlockButton, FollowButton, ReportButton, useWaitingFollow, VisitorButtons } from './MemberButtons'
import { ModeratorTools } from './ModeratorTools'

const PATH_ID = /^[1-9]\d{0,15}$/

/** The public page of a member. */
export function MemberScreen() {
  const { userId = '' } = useParams()
  return PATH_ID.test(userId) ? <Member key={userId} userId={Number(userId)} /> : <NotFoundScreen />
}

function Member({ userId }: { userId: number }) {
  const loaded = useMember(userId)
  useWaitingFollow(loaded.data)
  const name = loaded.data?.displayName ?? ''
  usePageTitle(name === '' ? memberText('recentThreads') : memberText('title', { name }))
  if (loaded.status === 'loading') return <MemberSkeleton />
  if (loaded.status === 'error')
    return loaded.error.code === 'NOT_FOUND' ? (
      <ErrorState isPage title={memberText('missing')} cause={memberText('missingText')}>
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </ErrorState>
    ) : (
      <ErrorState
        isPage
        title={memberText('loadFailed')}
        cause={loaded.error.message}
        onRetry={loaded.reload}
      />
    )
  return (
    <>
      <SignInFirst />
      <Breadcrumb trail={[{ label: loaded.data.displayName }]} />
      <MemberHead user={loaded.data}>
        <Actions user={loaded.data} />
      </MemberHead>
      <MemberStats user={loaded.data} />
      {loaded.data.signature !== '' && (
        <section className="member-signature" aria-label={memberText('signature')}>
          {loaded.data.signature}
        </section>
      )}
      <VisibleActivity user={loaded.data} />
    </>
  )
}

function Actions({ user }: { user: User }) {
  const { status, user: me } = useSession()
  if (status === 'anonymous') return <VisitorButtons user={user} />
  if (me === null) return null
  if (me.id === user.id)
    return (
      <ButtonLink to="/profile" icon={<Pencil aria-hidden />}>
        {memberText('editMine')}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink
        to={`/my/messages/with/${user.id}`}
        state={{ startsTalk: true }}
        tone="go"
        icon={<Mail aria-hidden />}
      >
        {memberText('sendMessage')}
      </ButtonLink>
      <FollowButton user={user} />
      <BlockButton user={user} />
      <ReportButton user={user} />
      <ModeratorTools user={user} me={me} />
    </>
  )
}

/** A member's threads and replies; for a blocked member, only when the reader asks for them. */
function VisibleActivity({ user }: { user: User }) {
  const isBlocked = useForum((read) => isHidden(read, user.id, NO_BOARD))
  const [isWanted, setIsWanted] = useState(false)
  if (!isBlocked || isWanted) return <MemberActivity userId={user.id} />
  return (
    <p className="activity-none">
      {blocksText('activity', { name: user.displayName })}{' '}
      <Button
        size="small"
        onClick={() => {
          setIsWanted(true)
        }}
      >
        {blocksText('show')}
      </Button>
    </p>
  )
}

/** The board of content on a member's page, which comes from many boards. */
const NO_BOARD = 0

function MemberSkeleton() {
  return (
    <Skeleton>
      <div className="member-head">
        <Bone width="96px" height="96px" round />
        <div className="member-who">
          <Bone width="8em" height="1.6em" />
          <Bone width="14em" />
          <Bone width="10em" />
        </div>
      </div>
      <div className="member-stats">
        <Bone width="60%" height="3em" />
      </div>
    </Skeleton>
  )
}
