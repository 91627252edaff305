import { mentions } from '@forum/shared/markup'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../lib/api'
import { resultOf } from '../../lib/result'
import { useSearchAsTyped } from '../../resource'

/** A member who may be mentioned. */
export interface Person {
  id: number
  username: string
  displayName: string
}

/** Pause in typing before the server is queried. */
const SEARCH_AFTER_MS = 250
const OFFERED_MAX = 6

/** Romanises Chinese characters, in full and as initials. Loaded when the first name in Latin letters is typed. */
type Spell = (name: string) => readonly string[]

const HAN = /\p{Script=Han}/u

let loading: Promise<Spell> | undefined
/** Loads the table of Chinese readings, about 100 KB, when a name is first searched by its pronunciation. */
function loadSpell(): Promise<Spell> {
  loading ??= import('./pinyin').then(({ spell }) => spell)
  return loading
}

/**
 * Returns the people whose username or display name matches by characters or by pronunciation; better matches first.
 */
export function matching(people: readonly Person[], query: string, spell: Spell | null): Person[] {
  const wanted = query.toLowerCase()
  const rank = ({ username, displayName }: Person): number => {
    if (username.toLowerCase().startsWith(wanted)) return 0
    const name = displayName.toLowerCase()
    if (name.startsWith(wanted)) return 1
    if (spell && HAN.test(displayName) && spell(displayName).some((sound) => sound.startsWith(wanted)))
      return 2
    return wanted !== '' && name.includes(wanted) ? 3 : 4
  }
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ person }) => person)
}

const searchPeople = (q: string, signal: AbortSignal) =>
  resultOf(call('searchUsers', { query: { q }, signal }).then(({ users }) => users))

/** Returns the people to suggest for an @name being typed: first the local candidates, then matches from the server. */
export function useSuggestions(query: string | null, people: readonly Person[]): readonly Person[] {
  const [spell, setSpell] = useState<{ spell: Spell } | null>(null)
  // If the search fails, the local candidates are still suggested.
  const { found } = useSearchAsTyped(query || null, searchPeople, SEARCH_AFTER_MS)
  const needsSpelling = query !== null && /^[a-z]/i.test(query)
  useEffect(() => {
    if (!needsSpelling || spell) return undefined
    let isGone = false
    loadSpell().then(
      (loaded) => {
        if (!isGone) setSpell({ spell: loaded })
      },
      () => {
        loading = undefined
      },
    )
    return () => {
      isGone = true
    }
  }, [needsSpelling, spell])
  if (query === null) return []
  const local = matching(people, query, spell?.spell ?? null)
  const localIds = new Set(local.map(({ id }) => id))
  const fromServer = found?.text === query ? found.value : []
  return [...local, ...fromServer.filter(({ id }) => !localIds.has(id))].slice(0, OFFERED_MAX)
}

/** The members found for names in previews, in lower case; null for nobody. */
const found = new Map<string, number | null>()

/** Returns the id of a member by the lower-case username; undefined if it is not known yet. */
const idAmong = (people: readonly Person[], name: string) =>
  people.find(({ username }) => username.toLowerCase() === name)?.id ?? found.get(name)

/** Returns the members mentioned in a text, as in a published post. */
export function useMentioned(
  source: string,
  people: readonly Person[],
): readonly { id: number; username: string }[] {
  const names = useMemo(() => (source.includes('@') ? mentions(source) : []), [source])
  const [, setLoaded] = useState(0)
  const unknown = names.filter((name) => idAmong(people, name) === undefined).join(' ')
  useEffect(() => {
    if (unknown === '') return undefined
    const abort = new AbortController()
    const find = async (name: string) => {
      const { users } = await call('searchUsers', { query: { q: name }, signal: abort.signal })
      found.set(name, users.find(({ username }) => username.toLowerCase() === name)?.id ?? null)
    }
    // A name that could not be looked up stays text, like an unknown one.
    void Promise.allSettled(unknown.split(' ').map(find)).then(() => {
      if (!abort.signal.aborted) setLoaded((count) => count + 1)
    })
    return () => {
      abort.abort()
    }
  }, [unknown])
  const known = names.flatMap((username) => {
    const id = idAmong(people, username)
    return id ? [`${id} ${username}`] : []
  })
  // The same array for the same members, so that a preview is not rendered again on every key.
  const key = known.join('\n')
  return useMemo(
    () =>
      key === ''
        ? []
        : key.split('\n').map((line) => {
            const [id, username = ''] = line.split(' ')
            return { id: Number(id), username }
          }),
    [key],
  )
}
