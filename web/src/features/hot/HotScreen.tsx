import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { loadedList, useList, WhenLoaded } from '../../resource'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  classNames,
  Count,
  EmptyState,
  GlowOnChange,
  LoadMore,
  PageHeading,
  RelativeTime,
  rows,
  Skeleton,
  useBusy,
  usePageTitle,
} from '../../ui'
import { Flame } from '../../ui/icons'
import { hotText } from './hot.texts'
import { ThreadTitle, useThreads } from '../boards'
import { type ThreadRow } from '../thread-copy'
import { hotThreads } from './lists'
import './hot.css'

/** `/hot`: the threads of the last four days with the most replies. */
export function HotScreen() {
  const shown = useList(hotThreads)
  const threads = useThreads(hotThreads.key)
  const loaded = loadedList(shown, threads)
  usePageTitle(hotText('title'))
  useBusy(loaded.status === 'loading')
  return (
    <>
      <Breadcrumb trail={[{ label: hotText('title') }]} />
      <PageHeading title={hotText('title')} />
      <p className="hot-about faint small">{hotText('about')}</p>
      <WhenLoaded
        loaded={loaded}
        skeleton={<HotSkeleton />}
        failed={hotText('error')}
        elsewhere={<ButtonLink to="/">{commonText('backHome')}</ButtonLink>}
      >
        {(hot) =>
          hot.length === 0 ? (
            <EmptyState icon={<Flame aria-hidden />} title={hotText('empty')} text={hotText('emptyText')}>
              <ButtonLink to="/latest" tone="go">
                {hotText('toLatest')}
              </ButtonLink>
            </EmptyState>
          ) : (
            <>
              <ol className="hot">
                {hot.map((thread, index) => (
                  <HotEntry key={thread.id} thread={thread} place={index + 1} />
                ))}
              </ol>
              <LoadMore more={shown.more} />
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

function HotEntry({ thread, place }: { thread: ThreadRow; place: number }) {
  const { author, createdAt, replyCount, viewCount, board, boardId } = thread
  return (
    <HotBoxes
      className={classNames(thread.isDeleted && 'hot-gone', place <= 3 && 'hot-top')}
      place={place}
      title={<ThreadTitle thread={thread} className="hot-link" />}
      meta={
        <>
          <Link to={`/boards/${boardId}`} className="hot-board">
            {board.displayName}
          </Link>
          <span className="one-line">{author.displayName || commonText('unknownUser')}</span>
          <RelativeTime at={createdAt} />
        </>
      }
      counts={
        <>
          <span className="hot-replies">
            <GlowOnChange of={replyCount}>
              <Count value={replyCount} />
            </GlowOnChange>{' '}
            {commonText('replies')}
          </span>
          <span className="faint">
            <Count value={viewCount} /> {commonText('views')}
          </span>
        </>
      }
    />
  )
}

/** The boxes of a row, for a thread and while it loads. */
function HotBoxes({
  className,
  place,
  title,
  meta,
  counts,
}: { className?: string } & Record<'place' | 'title' | 'meta' | 'counts', ReactNode>) {
  return (
    <li className={classNames('hot-thread', className)}>
      <span className="hot-place num" aria-hidden>
        {place}
      </span>
      <div className="hot-what">
        <div className="row-title">{title}</div>
        <div className="hot-meta">{meta}</div>
      </div>
      <span className="hot-counts num">{counts}</span>
    </li>
  )
}

function HotSkeleton() {
  return (
    <Skeleton>
      <ol className="hot">
        {rows(10, (index) => (
          <HotBoxes
            key={index}
            place={<Bone width="1em" />}
            title={<Bone width={`${45 + ((index * 23) % 45)}%`} />}
            meta={<Bone width="12em" />}
            counts={<Bone width="4em" />}
          />
        ))}
      </ol>
    </Skeleton>
  )
}
