import { type ReactNode, useEffect, useRef } from 'react'
import { type ListUpdates } from '../resource'
import { useIsLive } from '../state/live'
import { announce } from '../ui'
import { boardText } from './board.texts'
import './list-news.css'

/**
 * The line above a list that says what moved since it was loaded, with a button that reloads it. The line is always
 * there, so that news neither covers nor moves content; `children` fill it while there is no news.
 */
export function ListNews({ updates, children }: { updates: ListUpdates; children?: ReactNode }) {
  const isLive = useIsLive()
  const line = useRef<HTMLDivElement>(null)
  const { count, refresh } = updates
  useEffect(() => {
    if (count > 0) announce(boardText('updates', { count }))
  }, [count])
  return (
    <>
      <div ref={line} className="list-top" />
      <div className="list-news" data-has-news={count > 0}>
        {count > 0 ? (
          <button
            type="button"
            className="list-news-button"
            onClick={() => {
              refresh()
              line.current?.scrollIntoView({ block: 'nearest' })
            }}
          >
            <i className="dot" aria-hidden />
            {boardText('updates', { count })}
          </button>
        ) : (
          (children ?? (
            <span className="list-news-live live small" data-live={isLive}>
              <i className="dot" aria-hidden /> {boardText('liveHint')}
            </span>
          ))
        )}
      </div>
    </>
  )
}
