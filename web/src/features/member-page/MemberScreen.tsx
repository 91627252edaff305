import { type User } from '@forum/shared/contract'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import {
  Bone,
  Breadcrumb,
  Button,
  ButtonLink,
  ConfirmDialog,
  ErrorState,
  Skeleton,
  toast,
  usePageTitle,
} from '../../ui'
import { Ban, Mail, Pencil } from '../../ui/icons'
import { useSession } from '../auth'
import { NotFoundScreen } from '../static'
import { blockedMembers, memberProfile } from './lists'
import { MemberActivity } from './MemberActivity'
import { MemberHead, MemberStats } from './MemberHead'
import { BLOCKED } from './members.slice'
import { ModeratorTools } from './ModeratorTools'
import './texts'

const PATH_ID = /^[1-9]\d{0,15}$/

/** The public page of a member. */
export function MemberScreen() {
  const { userId = '' } = useParams()
  return PATH_ID.test(userId) ? <Member key={userId} userId={Number(userId)} /> : <NotFoundScreen />
}

function Member({ userId }: { userId: number }) {
  const t = useTexts()
  const shown = useList(useMemo(() => memberProfile(userId), [userId]))
  const user = useForum((state) => state.profiles[userId])
  const loaded = loadedList(shown, user)
  const name = user?.displayName ?? ''
  usePageTitle(name === '' ? t('member.recentThreads') : t('member.title', { name }))
  if (loaded.status === 'loading') return <MemberSkeleton />
  if (loaded.status === 'error')
    return loaded.error.code === 'NOT_FOUND' ? (
      <ErrorState isPage title={t('member.missing')} cause={t('member.missingText')}>
        <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
      </ErrorState>
    ) : (
      <ErrorState
        isPage
        title={t('member.loadFailed')}
        cause={loaded.error.message}
        onRetry={loaded.reload}
      />
    )
  return (
    <>
      <Breadcrumb trail={[{ label: loaded.data.displayName }]} />
      <MemberHead user={loaded.data}>
        <Actions user={loaded.data} />
      </MemberHead>
      <MemberStats user={loaded.data} />
      {loaded.data.signature !== '' && (
        <section className="member-signature" aria-label={t('member.signature')}>
          {loaded.data.signature}
        </section>
      )}
      <MemberActivity userId={userId} />
    </>
  )
}

function Actions({ user }: { user: User }) {
  const t = useTexts()
  const me = useSession().user
  if (me === null) return null
  if (me.id === user.id)
    return (
      <ButtonLink to="/profile" icon={<Pencil aria-hidden />}>
        {t('member.editMine')}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink
        to={`/my/messages/compose?to=${encodeURIComponent(user.username)}`}
        tone="go"
        icon={<Mail aria-hidden />}
      >
        {t('member.sendMessage')}
      </ButtonLink>
      <BlockButton user={user} />
      <ModeratorTools user={user} me={me} />
    </>
  )
}

function BlockButton({ user }: { user: User }) {
  const t = useTexts()
  useList(blockedMembers)
  const blocked = useForum((state) => state.lists[BLOCKED])
  const setBlocked = useForum((state) => state.setBlocked)
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isBlocked = blocked?.ids.includes(user.id) ?? false
  const name = user.displayName
  const set = async (wanted: boolean) => {
    setBusy(true)
    const { id, username, displayName, avatar, role } = user
    const result = await setBlocked({ id, username, displayName, avatar, role }, wanted)
    setBusy(false)
    if (!result.ok) toast.error(t('member.actFailed'), { description: result.error.message })
    else toast.success(t(wanted ? 'member.blockedNow' : 'member.unblockedNow', { name }))
  }
  return (
    <>
      <Button
        icon={<Ban aria-hidden />}
        busy={busy || blocked?.status !== 'ready'}
        onClick={() => {
          if (isBlocked) void set(false)
          else setIsAsking(true)
        }}
      >
        {t(isBlocked ? 'member.unblock' : 'member.block')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('member.blockAsk', { name })}
        text={t('member.blockText')}
        confirmLabel={t('member.block')}
        onConfirm={() => void set(true)}
      />
    </>
  )
}

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
