import type { People } from './members.queries'
import type { Mention } from '../log'

interface Mentioning {
  mentions?: Mention[]
}

/** Returns the members whom texts mention. */
export const mentionedIn = (texts: readonly Mentioning[]): number[] =>
  texts.flatMap(({ mentions = [] }) => mentions.map(({ id }) => id))

/**
 * Returns what stands in the place of usernames that texts mention and their members no longer have, by that username:
 * the present one, or the name of a deleted account.
 */
export const renamedIn = (texts: readonly Mentioning[], people: People): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap(({ mentions = [] }) =>
      mentions.flatMap(({ id, username }) => {
        if (people.isDeleted(id)) return [[username, people.summary(id).displayName] as const]
        const present = presentNameOf(id, people)
        return present === null || present.toLowerCase() === username ? [] : [[username, present] as const]
      }),
    ),
  )

/** Returns the mentions of a text as it is shown (`renamedIn`): by present usernames, without deleted accounts. */
export const shownMentions = (mentions: readonly Mention[], people: People): Mention[] =>
  mentions.flatMap(({ id, username }) =>
    people.isDeleted(id) ? [] : [{ id, username: presentNameOf(id, people)?.toLowerCase() ?? username }],
  )

const presentNameOf = (id: number, people: People): string | null =>
  people.has(id) ? people.summary(id).username : null
