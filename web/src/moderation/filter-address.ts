import { type FeedFilter, FLAGS, KIND_GROUP_NAMES, VIEWS } from './feed'

export const NO_FILTER: FeedFilter = { view: 'all', kinds: [], flags: [], boardId: null, actor: null }

const idIn = (text: string | null) => (text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** Returns the filter of the feed in an address, without unknown values. */
export function filterOf(query: URLSearchParams): FeedFilter {
  const names = (key: string) => query.get(key)?.split(',') ?? []
  return {
    view: VIEWS.find((view) => view === query.get('view')) ?? 'all',
    kinds: KIND_GROUP_NAMES.filter((kind) => names('kind').includes(kind)),
    flags: FLAGS.filter((flag) => names('flag').includes(flag)),
    boardId: idIn(query.get('board')),
    actor: idIn(query.get('actor')),
  }
}

/** Returns the query of an address that shows the feed with a filter: the opposite of `filterOf`. */
export function queryOf({ view, kinds, flags, boardId, actor }: FeedFilter): string {
  const query = new URLSearchParams()
  if (view !== 'all') query.set('view', view)
  if (kinds.length > 0) query.set('kind', kinds.join(','))
  if (flags.length > 0) query.set('flag', flags.join(','))
  if (boardId !== null) query.set('board', `${boardId}`)
  if (actor !== null) query.set('actor', `${actor}`)
  return query.toString().replaceAll('%2C', ',')
}
