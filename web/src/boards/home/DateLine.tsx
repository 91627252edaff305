import { type Board } from '@forum/shared/contract'
import { useSyncExternalStore } from 'react'
import { language } from '../../lib/i18n'
import { useIsLive } from '../../state/live'
import { useOnline } from '../../state/presence'
import { useSite } from '../../state/site'
import { sharedClock } from '../../ui'
import { homeText } from './home.texts'
import './date-line.css'

/** The site's day, its number of posts, the people online, and the live mark: the head of a newspaper. */
export function DateLine({ boards }: { boards: readonly Board[] | undefined }) {
  const { timeZone } = useSite()
  const date = useSyncExternalStore(sharedClock.subscribe, () => dateOf(sharedClock.now(), timeZone))
  // A board's number holds those of the boards below it.
  const posts = boards?.reduce(
    (sum, { parentId, todayCount }) => sum + (parentId === null ? todayCount : 0),
    0,
  )
  const online = useOnline()
  const isLive = useIsLive()
  return (
    <p className="date-line small soft num">
      <b>{date}</b>
      <span>{posts !== undefined && homeText('postsToday', { count: posts })}</span>
      <span className="date-line-online">{online && homeText('online', { count: online.online })}</span>
      <span className="list-news-live live" data-live={isLive}>
        <i className="dot" aria-hidden /> {homeText('live')}
      </span>
    </p>
  )
}

const dateOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', {
    timeZone,
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  }).format(at)
