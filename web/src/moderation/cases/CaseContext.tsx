import { type Case, type Post } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { type ComponentProps, useCallback, useMemo, useState } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { Avatar, Button, classNames, localTime, SkeletonLines } from '../../ui'
import { ChevronUp } from '../../ui/icons'
import { Markup, parsed, HistoryDialog } from '../../threads'
import { casesText } from './cases.texts'
import { EARLIER, readContext } from './context.actions'
import { Marked, placesInTree } from './Marked'

/** Number of characters shown of a neighbouring post. */
const NEIGHBOUR_LENGTH = 160

/** The reported post in its thread: whole, with a few replies before and after it. */
export function CaseContext({ post, words }: { post: NonNullable<Case['post']>; words: Case['words'] }) {
  const [earlier, setEarlier] = useState(0)
  const [history, setHistory] = useState<Post | null>(null)
  const { id, threadId, number, isDeleted } = post
  const load = useCallback(
    () => readContext(forum, { id, threadId, number }, earlier),
    [id, threadId, number, earlier],
  )
  // A deletion or a restoration reloads the post.
  return (
    <WhenLoaded
      loaded={useLoaded(load, isDeleted)}
      skeleton={<SkeletonLines count={5} lineClass="case-post" />}
      failed={casesText('contextFailed')}
    >
      {({ posts, hasEarlier }) => (
        <>
          {hasEarlier && (
            <Button
              size="small"
              tone="quiet"
              icon={<ChevronUp aria-hidden />}
              onClick={() => {
                setEarlier(earlier + EARLIER)
              }}
            >
              {casesText('earlier')}
            </Button>
          )}
          <ol>
            {posts.map((one) => (
              <li
                key={one.id}
                className={classNames('case-post', one.id === id && 'case-post-this')}
                aria-current={one.id === id || undefined}
              >
                <Avatar user={one.author} size="small" />
                <div>
                  <p className="case-post-head">
                    <b>{one.author.displayName}</b>
                    <span className="faint small num">
                      {casesText('floor', { number: one.number })} · {localTime(one.createdAt)}
                      {one.isEdited && ` · ${casesText('edited')}`}
                    </span>
                    {one.id === id && one.isEdited && (
                      <Button
                        size="small"
                        tone="quiet"
                        onClick={() => {
                          setHistory(one)
                        }}
                      >
                        {casesText('changes')}
                      </Button>
                    )}
                  </p>
                  {one.id === id && one.isDeleted && (
                    <p className="small case-gone">{casesText('postGone')}</p>
                  )}
                  {one.id === id ? (
                    <div className="case-post-text">
                      <MarkedPost source={one.content} words={words} />
                    </div>
                  ) : (
                    <p className="soft case-post-excerpt">{excerpt(one.content, NEIGHBOUR_LENGTH)}</p>
                  )}
                </div>
              </li>
            ))}
          </ol>
          {history && (
            <HistoryDialog
              post={{ ...history, seq: 0 }}
              onClose={() => {
                setHistory(null)
              }}
            />
          )}
        </>
      )}
    </WhenLoaded>
  )
}

/** A post with the words of the filter marked in it. */
function MarkedPost({ source, words }: { source: string; words: Case['words'] }) {
  const places = useMemo(() => placesInTree(parsed(source), words), [source, words])
  const shownText: ComponentProps<typeof Markup>['shownText'] = useCallback(
    (node) => <Marked text={node.text} words={places.get(node)} />,
    [places],
  )
  return <Markup source={source} shownText={shownText} />
}
