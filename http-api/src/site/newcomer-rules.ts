import { randomBytes } from 'node:crypto'
import type { ApprovalRules, GivenSettings, NewcomerBounds } from '@forum/shared/contract'
import { NEWCOMER_MESSAGES_PER_DAY } from '@forum/shared/limits'
import { NEW_MEMBER_DAYS, NEW_MEMBER_POSTS, NEWCOMER_LINKS, NEWCOMER_MENTIONS } from '../platform/limits'

/** The stored part of the rules: those that an admin has set. */
export interface StoredRules {
  approval?: Partial<ApprovalRules>
  newcomers?: Partial<NewcomerBounds>
}

/** The rules in force. */
export interface NewcomerRules {
  approval: ApprovalRules
  newcomers: NewcomerBounds
}

/**
 * The rules of a new forum: what newcomers write appears at once, except for what almost all advertising has, a way out
 * of the forum.
 */
const DEFAULT_RULES: NewcomerRules = {
  approval: { firstPosts: 0, links: true, pictures: false, hook: null },
  newcomers: {
    days: NEW_MEMBER_DAYS,
    posts: NEW_MEMBER_POSTS,
    links: NEWCOMER_LINKS,
    mentions: NEWCOMER_MENTIONS,
    messagesPerDay: NEWCOMER_MESSAGES_PER_DAY,
  },
}

export const rulesOf = ({ approval, newcomers }: StoredRules): NewcomerRules => ({
  approval: { ...DEFAULT_RULES.approval, ...approval },
  newcomers: { ...DEFAULT_RULES.newcomers, ...newcomers },
})

/** Returns what is stored after a change. An outside review keeps its secret for as long as there is one. */
export function rulesAfter(
  stored: StoredRules,
  { approval = {}, newcomers = {} }: Pick<GivenSettings, 'approval' | 'newcomers'>,
): Required<StoredRules> {
  const { hook, ...rules } = approval
  const secret = stored.approval?.hook?.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  return {
    approval: {
      ...stored.approval,
      ...given(rules),
      ...(hook === undefined ? {} : { hook: hook && { ...hook, secret } }),
    },
    newcomers: { ...stored.newcomers, ...given(newcomers) },
  }
}

const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** Returns the rules as the log of moderation names them, without the secret. */
export const namedRules = ({ approval, newcomers }: NewcomerRules): [field: string, value: string][] => {
  const { hook, ...rules } = approval
  return [
    ...Object.entries(rules).map(([name, value]): [string, string] => [`approval.${name}`, String(value)]),
    ['approval.hook', hook ? `${hook.url} (${hook.mode}, ${hook.onSilence})` : '-'],
    ...Object.entries(newcomers).map(([name, value]): [string, string] => [
      `newcomers.${name}`,
      String(value),
    ]),
  ]
}
