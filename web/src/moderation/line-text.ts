import { type Activity } from '@forum/shared/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@forum/shared/clock'
import { localTime } from '../ui'
import { type FeedItem } from './feed'
import { casesText } from './cases/cases.texts'
import { monitorText } from './monitor.texts'

const two = (value: number) => String(value).padStart(2, '0')

/** `14:30:12`, in the reader's time zone. */
export function clockTime(at: string | number): string {
  const time = new Date(at)
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

const MONTH_MS = 30 * DAY_MS
const YEAR_MS = 365 * DAY_MS

/** Returns the age of an account. */
export function ageText(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt)
  const whole = (unit: number) => ({ count: Math.floor(age / unit) })
  if (age < MINUTE_MS) return monitorText('age.now')
  if (age < HOUR_MS) return monitorText('age.minutes', whole(MINUTE_MS))
  if (age < DAY_MS) return monitorText('age.hours', whole(HOUR_MS))
  if (age < 2 * MONTH_MS) return monitorText('age.days', whole(DAY_MS))
  return age < YEAR_MS ? monitorText('age.months', whole(MONTH_MS)) : monitorText('age.years', whole(YEAR_MS))
}

const OPPOSITES = { pin: 'unpin', lock: 'unlock', feature: 'unfeature' } as const

/** Returns the name of an event in one word. */
export function kindText({ kind, detail }: Activity): string {
  if (kind === 'pin' || kind === 'lock' || kind === 'feature')
    return monitorText(`kind.${detail.state === false ? OPPOSITES[kind] : kind}`)
  if (detail.action === 'unban_user') return monitorText('kind.unban')
  if (detail.action === 'unmute_user') return monitorText('kind.unmute')
  return monitorText(`kind.${kind}`)
}

/** Returns the place of an event: the thread with the number of the post, or the kind of report. */
export function placeText({ kind, thread, postNumber, detail }: Activity): string {
  if (!thread && kind === 'report' && (detail.caseKind === 'member' || detail.caseKind === 'complaint'))
    return detail.user?.displayName ?? ''
  if (!thread) return kind === 'report' ? monitorText('ofMessage') : ''
  if (kind === 'thread') return thread.title
  const number = postNumber === null || postNumber === 1 ? '' : ` ${monitorText('post', { n: postNumber })}`
  return monitorText('inThread', { title: thread.title }) + number
}

/** Returns the address of the case that a report belongs to. */
export const caseAddress = ({ detail: { caseId } }: Activity): string | null =>
  caseId === undefined ? null : `/moderation/reports?case=${caseId}`

/** Returns the address of a line's subject: the post, the thread, or the case of a reported message. */
export function lineAddress(line: Activity): string | null {
  const { thread, postId } = line
  if (!thread) return caseAddress(line)
  return postId === null ? `/threads/${thread.id}` : `/posts/${postId}`
}

/** Returns the other facts of a line. */
export function factText(line: Activity): string {
  const { kind, detail, excerpt, board, actor } = line
  const reasonText = detail.reason ? monitorText('reason', { reason: detail.reason }) : ''
  const name = detail.user?.displayName ?? ''
  if (detail.action === 'purge_user')
    return [monitorText('purge.delete', { name }), reasonText].filter(Boolean).join(' · ')
  if (detail.action === 'undo_purge') return monitorText('purge.restore', { name })
  switch (kind) {
    case 'post':
    case 'edit':
    case 'profile':
      return excerpt
    case 'thread':
      return board?.displayName ?? ''
    case 'report':
      return detail.complaint ? casesText(`complaint.of.${detail.complaint}`) : (detail.reason ?? '')
    case 'register':
      return `@${actor.username}`
    case 'login_failed':
      return monitorText('wrongPassword')
    case 'move':
      return [
        monitorText('moved', { from: detail.fromBoard?.displayName ?? '', to: board?.displayName ?? '' }),
        reasonText,
      ].join(' ')
    case 'ban':
    case 'mute':
    case 'role':
    case 'board':
      return [
        detail.user?.displayName ?? board?.displayName ?? '',
        detail.role ?? '',
        detail.until ? monitorText('until', { time: localTime(detail.until) }) : '',
        reasonText,
      ]
        .filter(Boolean)
        .join(' · ')
    default:
      return reasonText || excerpt
  }
}

/** Returns the second line of a suspicious entry: the text, or the members of a burst. */
export function secondText({ lines }: FeedItem): string {
  const [line] = lines
  if (lines.length > 1) {
    return line.kind === 'register' ? lines.map(({ actor }) => `@${actor.username}`).join('、') : ''
  }
  return line.excerpt
}

/** Returns the number of lines of a burst, and its duration. */
export function burstText({ lines }: FeedItem): string {
  const [first] = lines
  const last = lines.at(-1) ?? first
  const seconds = Math.max(1, Math.round((Date.parse(first.createdAt) - Date.parse(last.createdAt)) / 1_000))
  const span =
    seconds < 60
      ? monitorText('seconds', { count: seconds })
      : monitorText('minutes', { count: Math.round(seconds / 60) })
  const values = { count: lines.length, span }
  if (first.kind === 'register') return monitorText('burstMembers', values)
  return first.kind === 'login_failed' ? monitorText('burstTries', values) : monitorText('burstPosts', values)
}

/** Returns the name of the actor; for a burst of several, one name and the number. */
export function actorText({ lines }: FeedItem): string {
  const [{ actor, detail }] = lines
  if (detail.caseKind === 'complaint') return casesText('complaint.name')
  const count = new Set(lines.map((line) => line.actor.id)).size
  return count === 1 ? actor.displayName : monitorText('several', { name: actor.displayName, count })
}
