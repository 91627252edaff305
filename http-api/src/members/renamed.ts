import type { People } from './members.queries'
import type { Mention } from '../log'

interface Mentioning {
  mentions?: Mention[]
}

/** Returns the members whom texts mention. */
export const mentionedIn = (texts: readonly Mentioning[]): number[] =>
  texts.flatMap(({ mentions = [] }) => mentions.map(({ id }) => id))

/** Returns what stands in the place of the usernames of deleted accounts that texts mention, by the username. */
export const renamedIn = (texts: readonly Mentioning[], people: People): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap(({ mentions = [] }) =>
      mentions.flatMap(({ id, username }) =>
        people.isDeleted(id) ? [[username, people.summary(id).displayName] as const] : [],
      ),
    ),
  )
