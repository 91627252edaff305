import { type Post } from '@forum/shared/contract'
import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '../../lib/i18n'
import { rememberPlace } from '../../lib/session'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  Count,
  EmptyState,
  ErrorState,
  LoadMore,
  PageHeading,
  RelativeTime,
  rows,
  Skeleton,
  ThreadTags,
  useBusy,
  usePageTitle,
  walkable,
} from '../../ui'
import { MessagesSquare } from '../../ui/icons'
import { LoginForm, useSession } from '../auth'
import { type ThreadRow } from '../thread-log'
import { ownEntries, type OwnEntry } from './lists'
import './my-content.css'
import './texts'

/** `/my/posts`: the reader's own threads and replies in one list; the login form for a visitor. */
export function MyContentScreen() {
  const t = useTexts()
  const { status, user } = useSession()
  usePageTitle(t('my.title'))
  return (
    <>
      <Breadcrumb trail={[{ label: t('my.title') }]} />
      <PageHeading title={t('my.title')} />
      {status === 'checking' && <EntriesSkeleton />}
      {status === 'anonymous' && <SignInFirst />}
      {user !== null && <Entries userId={user.id} />}
    </>
  )
}

function SignInFirst() {
  const t = useTexts()
  return (
    // Signing in leads back to this page.
    <div
      className="my-login"
      onFocus={() => {
        rememberPlace()
      }}
    >
      <p>{t('my.signInFirst')}</p>
      <LoginForm />
    </div>
  )
}

function Entries({ userId }: { userId: number }) {
  const t = useTexts()
  const declared = useMemo(() => ownEntries(userId), [userId])
  const shown = useList(declared)
  const entries = useForum(
    useShallow((state) => (shown.list?.ids ?? []).flatMap((id) => state.ownEntries[id] ?? [])),
  )
  const loaded = loadedList(shown, entries)
  useBusy(loaded.status === 'loading')
  switch (loaded.status) {
    case 'loading':
      return <EntriesSkeleton />
    case 'error':
      return (
        <ErrorState title={t('my.error')} cause={loaded.error.message} onRetry={loaded.reload}>
          <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
        </ErrorState>
      )
    case 'ready':
      return loaded.data.length === 0 ? (
        <EmptyState icon={<MessagesSquare aria-hidden />} title={t('my.empty')} text={t('my.emptyText')}>
          <ButtonLink to="/new-thread" tone="go">
            {t('board.newThread')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul className="my-entries">
            {loaded.data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          <LoadMore more={shown.more} />
        </>
      )
  }
}

function Entry({ entry }: { entry: OwnEntry }) {
  return entry.kind === 'thread' ? <ThreadCard known={entry.thread} /> : <ReplyCard post={entry.post} />
}

function ThreadCard({ known }: { known: ThreadRow }) {
  const t = useTexts()
  // Its counts change in place, like those of every list.
  const thread = useForum((state) => state.threads[known.id]) ?? known
  const { id, title, createdAt, replyCount, viewCount, board } = thread
  return (
    <li className="my-entry">
      <div className="my-head">
        <span className="my-kind">{t('my.thread')}</span>
        <span className="one-line">{board.displayName}</span>
        <RelativeTime at={createdAt} />
      </div>
      <div className="my-title">
        <ThreadTags thread={thread} />
        <Link {...walkable} tabIndex={0} to={`/threads/${id}`} className="row-link my-link">
          {title}
        </Link>
      </div>
      <p className="faint small num">
        <Count value={replyCount} /> {t('board.replies')} · <Count value={viewCount} /> {t('board.views')}
      </p>
    </li>
  )
}

function ReplyCard({ post }: { post: Post }) {
  const t = useTexts()
  const text = useMemo(() => excerpt(post.content, EXCERPT_LENGTH), [post.content])
  return (
    <li className="my-entry">
      <div className="my-head">
        <span className="my-kind">{t('my.reply')}</span>
        <RelativeTime at={post.createdAt} />
      </div>
      <div className="my-title">
        <Link {...walkable} tabIndex={0} to={`/posts/${post.id}`} className="row-link my-link">
          {t('my.inThread', { title: post.thread?.title ?? '' })}
        </Link>
      </div>
      <p className="my-text">{post.isDeleted ? t('my.deleted') : text}</p>
    </li>
  )
}

function EntriesSkeleton() {
  return (
    <Skeleton>
      <ul className="my-entries">
        {rows(6, (index) => (
          <li key={index} className="my-entry">
            <div className="my-head">
              <Bone width="8em" />
            </div>
            <div className="my-title">
              <Bone width={`${40 + ((index * 23) % 45)}%`} />
            </div>
            <p className="small">
              <Bone width="60%" />
            </p>
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}
