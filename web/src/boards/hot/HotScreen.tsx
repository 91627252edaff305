import { type ReactNode } from 'react'
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
  RowBones,
  Skeleton,
  useBusy,
  usePageTitle,
} from '../../ui'
import { Flame } from '../../ui/icons'
import { hotText } from './hot.texts'
import { BoardLink, ThreadEntry } from '../ThreadEntry'
import { useThreads } from '../use-boards'
import { type ThreadRow } from '../../state/thread-copy'
import { hotThreads } from './lists'
import './hot.css'

/** `/hot`: the threads of the last four days with the most replies. */
export function HotScreen() {
  const shown = useList(hotThreads)
  const threads = useThreads(hotThreads.key, true)
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
  const { author, createdAt, replyCount, viewCount } = thread
  return (
    <ThreadEntry
      thread={thread}
      isGone={thread.isDeleted}
      className={classNames(place <= 3 && 'hot-top')}
      lead={<Place>{place}</Place>}
      meta={
        <>
          <BoardLink thread={thread} />
          <span className="one-line">{author.displayName || commonText('unknownUser')}</span>
          <RelativeTime at={createdAt} />
        </>
      }
    >
      <span className="hot-counts num">
        <span className="hot-replies">
          <GlowOnChange value={replyCount}>
            <Count value={replyCount} />
          </GlowOnChange>{' '}
          {commonText('replies')}
        </span>
        <span className="faint">
          <Count value={viewCount} /> {commonText('views')}
        </span>
      </span>
    </ThreadEntry>
  )
}

function Place({ children }: { children: ReactNode }) {
  return (
    <span className="hot-place num" aria-hidden>
      {children}
    </span>
  )
}

function HotSkeleton() {
  return (
    <Skeleton>
      <ol className="hot">
        <RowBones
          count={10}
          lead={
            <Place>
              <Bone width="1em" />
            </Place>
          }
          meta={<Bone width="12em" />}
        >
          <span className="hot-counts">
            <Bone width="4em" />
            <Bone width="4em" />
          </span>
        </RowBones>
      </ol>
    </Skeleton>
  )
}
