import { Link } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '../../lib/i18n'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  classNames,
  Count,
  EmptyState,
  ErrorState,
  GlowOnChange,
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
import { Flame } from '../../ui/icons'
import { type ThreadRow } from '../thread-log'
import { hotThreads } from './lists'
import './hot.css'
import './texts'

/** `/hot`: the threads of the last four days with the most replies. */
export function HotScreen() {
  const t = useTexts()
  const shown = useList(hotThreads)
  const threads = useForum(
    useShallow((state) => (shown.list?.ids ?? []).flatMap((id) => state.threads[id] ?? [])),
  )
  const loaded = loadedList(shown, threads)
  usePageTitle(t('hot.title'))
  useBusy(loaded.status === 'loading')
  return (
    <>
      <Breadcrumb trail={[{ label: t('hot.title') }]} />
      <PageHeading title={t('hot.title')} />
      <p className="hot-about faint small">{t('hot.about')}</p>
      {loaded.status === 'loading' && <HotSkeleton />}
      {loaded.status === 'error' && (
        <ErrorState title={t('hot.error')} cause={loaded.error.message} onRetry={loaded.reload}>
          <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
        </ErrorState>
      )}
      {loaded.status === 'ready' &&
        (loaded.data.length === 0 ? (
          <EmptyState icon={<Flame aria-hidden />} title={t('hot.empty')} text={t('hot.emptyText')}>
            <ButtonLink to="/latest" tone="go">
              {t('hot.toLatest')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ol className="hot">
              {loaded.data.map((thread, index) => (
                <HotEntry key={thread.id} thread={thread} place={index + 1} />
              ))}
            </ol>
            <LoadMore more={shown.more} />
          </>
        ))}
    </>
  )
}

function HotEntry({ thread, place }: { thread: ThreadRow; place: number }) {
  const t = useTexts()
  const { id, title, author, createdAt, replyCount, viewCount, board, boardId } = thread
  return (
    <li className={classNames('hot-thread', thread.isDeleted && 'hot-gone')}>
      <span className={classNames('hot-place num', place <= 3 && 'hot-top')} aria-hidden>
        {place}
      </span>
      <div className="hot-what">
        <div className="row-title">
          <ThreadTags thread={thread} />
          <Link {...walkable} tabIndex={0} to={`/threads/${id}`} className="row-link hot-link" title={title}>
            {title}
          </Link>
        </div>
        <div className="hot-meta">
          <Link to={`/boards/${boardId}`} className="hot-board">
            {board.displayName}
          </Link>
          <span className="one-line">{author.displayName || t('common.unknownUser')}</span>
          <RelativeTime at={createdAt} />
        </div>
      </div>
      <span className="hot-counts num">
        <span className="hot-replies">
          <GlowOnChange of={replyCount}>
            <Count value={replyCount} />
          </GlowOnChange>{' '}
          {t('board.replies')}
        </span>
        <span className="faint">
          <Count value={viewCount} /> {t('board.views')}
        </span>
      </span>
    </li>
  )
}

function HotSkeleton() {
  return (
    <Skeleton>
      <ol className="hot">
        {rows(10, (index) => (
          <li key={index} className="hot-thread">
            <span className="hot-place">
              <Bone width="1em" />
            </span>
            <div className="hot-what">
              <div className="row-title">
                <Bone width={`${45 + ((index * 23) % 45)}%`} />
              </div>
              <div className="hot-meta">
                <Bone width="12em" />
              </div>
            </div>
            <span className="hot-counts">
              <Bone width="4em" />
            </span>
          </li>
        ))}
      </ol>
    </Skeleton>
  )
}
