import type { Author } from '@forum/shared/contract'

/**
 * The names under which members write anonymously. An alias takes the place of the author's id in all that is stored of
 * a text, so that whatever reads authors finds nobody behind it; only `writerId` names the member. It is a negative
 * number, made of the thread and a number that is drawn for each member and thread: it tells nothing of the member, and
 * the same member has another one elsewhere.
 */

const FIRST = '青白紫金银红碧翠丹墨素晚春秋寒远'
const SECOND = '松柏竹梅兰菊桂枫杨柳桐荷杏桃藤桦'

/** The number of alias names; in a thread with more writers they are followed by a number. */
export const ALIAS_NAMES = FIRST.length * SECOND.length
/** The number of aliases that a thread can have. */
export const ALIASES_MAX = 65_536

/** Returns the alias with a number in a thread. */
export const aliasOf = (threadId: number, number: number): number => -(threadId * ALIASES_MAX + number)

/** Returns what stands for an author in what everyone reads: the member's id, 0 for an alias. */
export const publicAuthorId = (authorId: number): number => Math.max(0, authorId)

/** Returns the name that an alias shows. */
export function aliasName(alias: number): string {
  const number = -alias % ALIASES_MAX
  const name = number % ALIAS_NAMES
  const round = Math.floor(number / ALIAS_NAMES)
  const first = FIRST[Math.floor(name / SECOND.length)] ?? ''
  const second = SECOND[name % SECOND.length] ?? ''
  return `匿名·${first}${second}${round === 0 ? '' : String(round + 1)}`
}

/** Presents an alias as an author: the same for all of them but the name. */
export const presentAlias = (alias: number): Author => ({
  id: 0,
  username: '',
  displayName: aliasName(alias),
  avatar: null,
  role: 'user',
  isAnonymous: true,
  postCount: 0,
  joinedAt: new Date(0).toISOString(),
  signature: '',
  status: 'active',
})
