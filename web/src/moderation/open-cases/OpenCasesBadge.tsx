import { type Case } from '@forum/shared/contract'
import { useEffect } from 'react'
import { type List, revalidateList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import { UnreadBadge } from '../../state/unread'
import { openCasesSlice } from './open-cases.slice'
import { openCasesText } from './open-cases.texts'

/** The open cases that the reader may handle; only their number is shown. */
const openCases: List<Case> = {
  key: 'open cases',
  room: { kind: 'moderation' },
  applyItem: () => undefined,
  async read({ call }) {
    const { pagination } = await call('listCases', { query: { status: 'open', limit: 1 } })
    return { items: [], pagination }
  },
}

/** Several events within this time lead to one read. */
const SETTLES_MS = 300

/** The number of open reports, kept up to date; renders nothing at zero. */
export function OpenCasesBadge() {
  const count = useList(openCases).list?.pagination?.total ?? 0
  const changes = useForum((read) => read(openCasesSlice).changes)
  useEffect(() => {
    if (changes === 0) return undefined
    const timer = setTimeout(() => {
      revalidateList(forum, openCases).catch(() => undefined)
    }, SETTLES_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [changes])
  return <UnreadBadge count={count} label={openCasesText('open', { count })} />
}
