import { type Post } from '@forum/shared/contract'
import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { rememberPlace } from '../../lib/session'
import { useItems, WhenLoaded } from '../../resource'
import { useForum } from '../../store'
import {
  Breadcrumb,
  ButtonLink,
  Count,
  EmptyState,
  LoadMore,
  PageHeading,
  RelativeTime,
  Row,
  Tabs,
  useBusy,
  usePageTitle,
  walkable,
} from '../../ui'
import { MessagesSquare } from '../../ui/icons'
import { LoginForm } from '../../accounts'
import { useSession } from '../../state/session'
import { ThreadEntry } from '../../boards'
import { OwnHeldList } from '../../threads'
import { MineNav } from '../kept/MineNav'
import { DraftList } from './DraftList'
import { EntriesSkeleton } from './EntriesSkeleton'
import { Lead } from './Lead'
import { draftListText } from './draft-list.texts'
import { ownEntries } from './lists'
import { myContentText } from './my-content.texts'
import { threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { ownEntriesSlice, type OwnEntry } from './my-content.slice'
import './my-content.css'

/** `/my/posts`: the reader's own threads and replies in one list; the login form for a visitor. */
export function MyContentScreen() {
  const { status, user } = useSession()
  usePageTitle(myContentText('title'))
  return (
    <>
      <Breadcrumb trail={[{ label: myContentText('title') }]} />
      <PageHeading title={myContentText('title')} />
      {user !== null && <MineNav />}
      {status === 'checking' && <EntriesSkeleton />}
      {status === 'anonymous' && <SignInFirst />}
      {user !== null && <Views userId={user.id} />}
    </>
  )
}

const VIEWS = ['posts', 'drafts', 'held'] as const

function Views({ userId }: { userId: number }) {
  const [query, setQuery] = useSearchParams()
  return (
    <Tabs
      label={myContentText('title')}
      value={VIEWS.find((view) => view === query.get('view')) ?? 'posts'}
      onChange={(view) => {
        setQuery(view === 'posts' ? {} : { view }, { replace: true })
      }}
      tabs={[
        { value: 'posts', label: myContentText('posts'), panel: <Entries userId={userId} /> },
        { value: 'drafts', label: draftListText('drafts'), panel: <DraftList userId={userId} /> },
        { value: 'held', label: myContentText('held'), panel: <OwnHeldList /> },
      ]}
    />
  )
}

function SignInFirst() {
  return (
    // After signing in, the visitor returns to this page.
    <div
      className="my-login"
      onFocus={() => {
        rememberPlace()
      }}
    >
      <p>{myContentText('signInFirst')}</p>
      <LoginForm />
    </div>
  )
}

function Entries({ userId }: { userId: number }) {
  const declared = useMemo(() => ownEntries(userId), [userId])
  const { loaded, more } = useItems(
    declared,
    useForum((read) => read(ownEntriesSlice)),
  )
  useBusy(loaded.status === 'loading')
  return (
    <WhenLoaded
      loaded={loaded}
      skeleton={<EntriesSkeleton />}
      failed={myContentText('error')}
      elsewhere={<ButtonLink to="/">{commonText('backHome')}</ButtonLink>}
    >
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState
            icon={<MessagesSquare aria-hidden />}
            title={myContentText('empty')}
            text={myContentText('emptyText')}
          >
            <ButtonLink to="/new-thread" tone="go">
              {commonText('newThread')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className="my-entries">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <LoadMore more={more} />
          </>
        )
      }
    </WhenLoaded>
  )
}

function Entry({ entry }: { entry: OwnEntry }) {
  return entry.kind === 'thread' ? <ThreadCard row={entry.thread} /> : <ReplyCard post={entry.post} />
}

function ThreadCard({ row }: { row: ThreadRow }) {
  // Its counts change in place, as in every list.
  const thread = useForum((read) => read(threadCopySlice).threads[row.id]) ?? row
  const { createdAt, replyCount, viewCount, board } = thread
  return (
    <ThreadEntry
      thread={thread}
      lead={
        <Lead kind={myContentText('thread')}>
          <span className="one-line">{board.displayName}</span>
          <RelativeTime at={createdAt} />
        </Lead>
      }
    >
      <p className="faint small num">
        <Count value={replyCount} /> {commonText('replies')} · <Count value={viewCount} />{' '}
        {commonText('views')}
      </p>
    </ThreadEntry>
  )
}

function ReplyCard({ post }: { post: Post }) {
  const text = useMemo(() => excerpt(post.content, EXCERPT_LENGTH), [post.content])
  return (
    <Row
      lead={
        <Lead kind={myContentText('reply')}>
          <RelativeTime at={post.createdAt} />
        </Lead>
      }
      title={
        <Link {...walkable} tabIndex={0} to={`/posts/${post.id}`} className="row-link">
          {myContentText('inThread', { title: post.thread?.title ?? '' })}
        </Link>
      }
    >
      <p className="my-text">{post.isDeleted ? myContentText('deleted') : text}</p>
    </Row>
  )
}
