import { type api, type ResponseOf } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { language } from '../../lib/i18n'
import { resultOf } from '../../lib/result'
import { forum, sessionSlice, useForum } from '../../store'

type Outline = ResponseOf<(typeof api)['threadOutline']>
type Time = Outline['times'][number]

/**
 * Returns the outline of a thread once it is loaded; until then, only the dates and the reader's own posts are missing.
 */
export function useOutline(threadId: number): Outline | null {
  const sessionNumber = useForum((read) => read(sessionSlice).number)
  const [outline, setOutline] = useState<Outline | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void resultOf(forum.call('threadOutline', { params: { threadId } })).then((result) => {
      if (!isUnmounted && result.ok) setOutline(result.value)
    })
    return () => {
      isUnmounted = true
    }
  }, [threadId, sessionNumber])
  return outline
}

/** Returns the first posts of the days, as far as the times of some posts tell. */
export function daysOf(times: readonly Time[]): Time[] {
  return times.filter((time, index) => {
    const before = times[index - 1]
    return before !== undefined && dayOf(before.createdAt) !== dayOf(time.createdAt)
  })
}

const dayOf = (at: string) => new Date(at).toDateString()

/** Returns the approximate time of a post. */
export const timeOf = (outline: Outline | null, number: number): string | undefined =>
  outline?.times.findLast((time) => time.number <= number)?.createdAt

/** Returns `11-20`, in the reader's time zone; with the year for another year. */
export function monthAndDay(at: string): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return date.getFullYear() === new Date().getFullYear() ? day : `${date.getFullYear() % 100}-${day}`
}

/** Returns 周五 for a Friday. */
export const weekday = (at: string): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short' }).format(new Date(at))
