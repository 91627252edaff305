import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { ButtonLink, EmptyState, IconButton, RelativeTime, Row, toast, useListener, walkable } from '../../ui'
import { PenLine, X } from '../../ui/icons'
import { drafts, isComparingDrafts } from '../../state/drafts'
import { threadCopySlice } from '../../state/thread-copy'
import { EntriesSkeleton } from './EntriesSkeleton'
import { Lead } from './Lead'
import { draftListText } from './draft-list.texts'
import { storedDrafts, type StoredDraft } from './stored-drafts'

/** The member's unsent texts in this browser; each leads to where it can be continued. */
export function DraftList({ userId }: { userId: number }) {
  const [list, setList] = useState(() => storedDrafts(userId))
  // Another tab or device has written, or the reader comes back to this tab.
  useListener(window, 'storage', () => {
    setList(storedDrafts(userId))
  })
  useEffect(
    () =>
      drafts.onStored(() => {
        setList(storedDrafts(userId))
      }),
    [userId],
  )
  const discard = ({ place, stored }: StoredDraft) => {
    drafts.discard(place)
    setList(storedDrafts(userId))
    toast.info(draftListText('discarded'), {
      action: {
        label: draftListText('undo'),
        onClick: () => {
          drafts.restore(place, stored)
          setList(storedDrafts(userId))
        },
      },
    })
  }
  const isComparing = useSyncExternalStore(isComparingDrafts.subscribe, isComparingDrafts.current)
  if (list.length === 0 && isComparing) return <EntriesSkeleton />
  if (list.length === 0)
    return (
      <EmptyState
        icon={<PenLine aria-hidden />}
        title={draftListText('empty')}
        text={draftListText('emptyText')}
      >
        <ButtonLink to="/new-thread" tone="go">
          {commonText('newThread')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <ul className="my-entries">
      {list.map((draft) => (
        <DraftEntry
          key={draft.place}
          draft={draft}
          onDiscard={() => {
            discard(draft)
          }}
        />
      ))}
    </ul>
  )
}

function DraftEntry({ draft, onDiscard }: { draft: StoredDraft; onDiscard: () => void }) {
  const { kind, path, text, files, savedAt } = draft
  const ofThread = useThreadTitle(kind === 'reply' ? draft.id : null)
  const title =
    ofThread === null
      ? draft.title || draftListText(`untitled.${kind}`)
      : draftListText('inThread', { title: ofThread })
  return (
    <Row
      className="my-draft"
      lead={
        <Lead kind={draftListText(`kinds.${kind}`)}>
          {savedAt !== null && <RelativeTime at={savedAt} />}
          {files > 0 && <span className="num">{draftListText('files', { count: files })}</span>}
        </Lead>
      }
      title={
        <Link {...walkable} tabIndex={0} to={path} state={{ writes: true }} className="row-link">
          {title}
        </Link>
      }
    >
      <p className="my-text">{excerpt(text, EXCERPT_LENGTH)}</p>
      <IconButton
        label={draftListText('discard', { title })}
        className="my-draft-discard"
        onClick={onDiscard}
      >
        <X aria-hidden />
      </IconButton>
    </Row>
  )
}

/** Returns the title of a thread, loading it if the page does not have it; null without one. */
function useThreadTitle(threadId: number | null): string | null {
  const storedTitle = useForum((read) =>
    threadId === null ? null : read(threadCopySlice).threads[threadId]?.title,
  )
  const [loaded, setLoaded] = useState<string | null>(null)
  const isMissing = storedTitle === undefined
  useEffect(() => {
    if (!isMissing || threadId === null) return
    forum
      .call('getThread', { params: { threadId }, query: { limit: 1 } })
      .then(({ thread }) => {
        setLoaded(thread.title)
      })
      // The words for a thread without a title stay.
      .catch(() => undefined)
  }, [isMissing, threadId])
  return storedTitle ?? loaded
}
