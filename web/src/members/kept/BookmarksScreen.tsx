import { type KeptPost } from '@forum/shared/contract'
import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { loadedList, useItems, useList, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Breadcrumb,
  ButtonLink,
  EmptyState,
  IconButton,
  localTime,
  PageHeading,
  Pagination,
  readPage,
  RelativeTime,
  Row,
  Tabs,
  useBusy,
  usePageTitle,
  walkable,
} from '../../ui'
import { Bookmark, Pencil, X } from '../../ui/icons'
import { ThreadList, ThreadListSkeleton, useThreads } from '../../boards'
import { EntriesSkeleton } from '../my-content/EntriesSkeleton'
import { Lead } from '../my-content/Lead'
import { BookmarkDialog, removeBookmark } from './KeepPostDialog'
import { bookmarksText } from './bookmarks.texts'
import { keepPostAgain } from './kept.actions'
import { keptSlice } from './kept.slice'
import { bookmarks, keptPosts } from './lists'
import { MineNav } from './MineNav'
import '../my-content/my-content.css'
import './bookmarks.css'

const KINDS = ['threads', 'posts'] as const
type Kind = (typeof KINDS)[number]

const pathOf = (kind: Kind) => (page: number) => {
  const query = new URLSearchParams({
    ...(kind === 'posts' ? { kind } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString()
  return query === '' ? '/my/bookmarks' : `/my/bookmarks?${query}`
}

/** `/my/bookmarks?kind=&page=`: the threads and the single posts that the reader has bookmarked. */
export function BookmarksScreen() {
  const [query, setQuery] = useSearchParams()
  const page = readPage(query.get('page'))
  usePageTitle(commonText('bookmarks'))
  return (
    <>
      <Breadcrumb trail={[{ label: commonText('bookmarks') }]} />
      <PageHeading title={commonText('bookmarks')} />
      <MineNav />
      <Tabs
        label={bookmarksText('kinds')}
        value={KINDS.find((kind) => kind === query.get('kind')) ?? 'threads'}
        onChange={(kind) => {
          setQuery(kind === 'posts' ? { kind } : {}, { replace: true })
        }}
        tabs={[
          { value: 'threads', label: bookmarksText('threads'), panel: <Threads page={page} /> },
          { value: 'posts', label: bookmarksText('posts'), panel: <Posts page={page} /> },
        ]}
      />
    </>
  )
}

function Threads({ page }: { page: number }) {
  const declared = useMemo(() => bookmarks(page), [page])
  const shown = useList(declared)
  const threads = useThreads(declared.key)
  const loaded = loadedList(shown, threads)
  useBusy(loaded.status === 'loading')
  return (
    <>
      <WhenLoaded loaded={loaded} skeleton={<ThreadListSkeleton />} failed={bookmarksText('failed')}>
        {() =>
          threads.length > 0 ? (
            <ThreadList threads={threads} updates={shown.updates} showBoard />
          ) : (
            <Empty
              kind="threads"
              page={page}
              title={bookmarksText('empty')}
              text={bookmarksText('emptyText')}
            />
          )
        }
      </WhenLoaded>
      <Pagination
        page={page}
        totalPages={shown.list?.pagination?.totalPages ?? 1}
        hrefFor={pathOf('threads')}
      />
    </>
  )
}

function Posts({ page }: { page: number }) {
  const declared = useMemo(() => keptPosts(page), [page])
  const list = useRef<HTMLUListElement>(null)
  const shown = useItems(
    declared,
    useForum((read) => read(keptSlice).posts),
  )
  const { loaded } = shown
  useBusy(loaded.status === 'loading')
  const remove = (post: KeptPost) => {
    // The row disappears, and with it the button that had the focus.
    list.current?.focus()
    void removeBookmark(post, post.bookmark, () => keepPostAgain(forum, post, post.bookmark, post))
  }
  return (
    <>
      <WhenLoaded loaded={loaded} skeleton={<EntriesSkeleton />} failed={bookmarksText('failed')}>
        {(posts) =>
          posts.length > 0 ? (
            <ul className="my-entries" ref={list} tabIndex={-1}>
              {posts.map((post) => (
                <KeptPostRow
                  key={post.id}
                  post={post}
                  onRemove={() => {
                    remove(post)
                  }}
                />
              ))}
            </ul>
          ) : (
            <Empty
              kind="posts"
              page={page}
              title={bookmarksText('emptyPosts')}
              text={bookmarksText('emptyPostsText')}
            />
          )
        }
      </WhenLoaded>
      <Pagination
        page={page}
        totalPages={shown.list?.pagination?.totalPages ?? 1}
        hrefFor={pathOf('posts')}
      />
    </>
  )
}

function Empty({ kind, page, title, text }: { kind: Kind; page: number; title: string; text: ReactNode }) {
  return page === 1 ? (
    <EmptyState icon={<Bookmark aria-hidden />} title={title} text={text}>
      <ButtonLink to="/latest">{commonText('latest')}</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState icon={<Bookmark aria-hidden />} title={bookmarksText('pastEnd')}>
      <ButtonLink to={pathOf(kind)(1)}>{bookmarksText('toFirst')}</ButtonLink>
    </EmptyState>
  )
}

function KeptPostRow({ post, onRemove }: { post: KeptPost; onRemove: () => void }) {
  const { id, number, author, bookmark, content, isDeleted } = post
  const [isChanging, setIsChanging] = useState(false)
  const text = useMemo(() => excerpt(content, EXCERPT_LENGTH), [content])
  const title = post.thread?.title ?? ''
  return (
    <Row
      className="kept-post"
      lead={
        <Lead kind={bookmarksText('number', { n: number })}>
          <span className="one-line">{author.displayName}</span>
          <RelativeTime at={bookmark.createdAt} />
          {bookmark.remindAt !== null && (
            <span className="live num">
              {bookmarksText('remindsAt', { time: localTime(bookmark.remindAt) })}
            </span>
          )}
        </Lead>
      }
      title={
        <Link {...walkable} tabIndex={0} to={`/posts/${id}`} className="row-link">
          {title}
        </Link>
      }
    >
      {bookmark.note !== '' && <p className="kept-note">{bookmark.note}</p>}
      <p className="my-text">{isDeleted ? bookmarksText('deleted') : text}</p>
      <div className="kept-acts">
        <IconButton
          label={bookmarksText('change', { title })}
          onClick={() => {
            setIsChanging(true)
          }}
        >
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={bookmarksText('remove', { title })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {isChanging && (
        <BookmarkDialog
          post={post}
          bookmark={bookmark}
          onRemove={onRemove}
          onClose={() => {
            setIsChanging(false)
          }}
        />
      )}
    </Row>
  )
}
