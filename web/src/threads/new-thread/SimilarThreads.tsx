import { QUERY_MAX } from '@forum/shared/limits'
import { countCharacters, cutCharacters, trimText } from '@forum/shared/text'
import { useShallow } from 'zustand/react/shallow'
import { useSearchAsTyped } from '../../resource'
import { forum, useForum } from '../../store'
import { isThreadHidden } from '../../state/blocks'
import { newThreadText } from './new-thread.texts'
import { type ThreadRow } from '../../state/thread-copy'
import { findSimilarThreads } from '../similar/similar.actions'
import { ThreadLinks } from '../similar/ThreadLinks'

/** Minimum length of a title: a single character does not tell the subject of a thread. */
const TITLE_MIN = 2

/** Threads similar to the title being typed. The draft is kept while the writer looks at them. */
export function SimilarThreads({ title }: { title: string }) {
  const threads = useSimilarThreads(trimText(title))
  if (threads.length === 0) return null
  return (
    <section className="similar-threads" role="status" aria-label={newThreadText('similar')}>
      <h2>{newThreadText('similar')}</h2>
      <ThreadLinks threads={threads} />
    </section>
  )
}

const findSimilar = (title: string) => findSimilarThreads(forum, cutCharacters(title, QUERY_MAX))

function useSimilarThreads(title: string): readonly ThreadRow[] {
  const isLongEnough = countCharacters(title) >= TITLE_MIN
  // A failure is not shown: the list is only a hint.
  const { found } = useSearchAsTyped(isLongEnough ? title : null, findSimilar)
  return useForum(
    useShallow((read) =>
      isLongEnough ? (found?.value ?? []).filter((thread) => !isThreadHidden(read, thread)) : [],
    ),
  )
}
