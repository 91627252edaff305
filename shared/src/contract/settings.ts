import * as z from 'zod/mini'
import {
  EXTERNAL_SOURCES_MAX,
  FIRST_POSTS_MAX,
  NEWCOMER_BOUND_MAX,
  NEWCOMER_DAYS_MAX,
  NEWCOMER_POSTS_MAX,
  RATE_LIMITS,
  RATE_POINTS_MAX,
  RATE_SECONDS_MAX,
  type RateLimitName,
} from '../limits'
import { endpoint } from './define'
import { externalSource, flag, hookUrl, numberFrom, siteName, numberUpTo } from './fields'
import { givenShield, registrationChallenge, shieldSettings } from './shield'
import { FILE_KINDS, UPLOAD_MEGABYTES_MAX } from '../uploads'

/** Limits that protect the process itself are no settings: an admin could lock everybody out. */
export type SettableLimit = Exclude<RateLimitName, 'address' | 'badToken' | 'newcomer'>
export const SETTABLE_LIMITS = (Object.keys(RATE_LIMITS) as RateLimitName[]).filter(
  (name): name is SettableLimit => !('inProcess' in RATE_LIMITS[name]) && name !== 'newcomer',
)
const ofLimits = <Schema extends z.ZodMiniType>(schema: Schema) =>
  Object.fromEntries(SETTABLE_LIMITS.map((name) => [name, schema])) as Record<SettableLimit, Schema>

const registration = z.enum(['open', 'invited', 'closed'], 'invalid')
export type Registration = z.output<typeof registration>

/** When an outside service reviews a text: before it appears, or afterwards. */
export const HOOK_MODES = ['before', 'after'] as const
/** The fate of a text that the service did not review in time: it is held, or passes. */
export const HOOK_SILENCES = ['hold', 'pass'] as const

/** An outside service that reviews texts (docs/moderation.md#outside-review). */
const hook = { mode: z.enum(HOOK_MODES, 'invalid'), onSilence: z.enum(HOOK_SILENCES, 'invalid') }

/** The texts of newcomers that wait for approval, besides those held for their words or by the setting of a board. */
const approval = z.strictObject({
  /** As many posts of a newcomer wait until so many have appeared. */
  firstPosts: z.int(),
  /** Links to other sites, and other ways to reach the writer. */
  links: z.boolean(),
  pictures: z.boolean(),
  /** `secret` is the key of its signatures, made by the server. */
  hook: z.nullable(z.strictObject({ url: z.string(), ...hook, secret: z.string() })),
})
export type ApprovalRules = z.output<typeof approval>

/** Who is a newcomer, by days since registration or posts, and what a newcomer may do. 0 of a bound stands for none. */
const newcomers = z.strictObject({
  days: z.int(),
  posts: z.int(),
  /** In one post. */
  links: z.int(),
  mentions: z.int(),
  messagesPerDay: z.int(),
})
export type NewcomerBounds = z.output<typeof newcomers>
const fileKind = z.enum(FILE_KINDS, 'invalid')

const settings = z.strictObject({
  siteName: z.string(),
  registration,
  /** True if moderators and admins have only the rights of members until they turn a second factor on. */
  staffSecondFactor: z.boolean(),
  /** True if members need a verified address to write: others get `EMAIL_NOT_VERIFIED`. */
  requireVerifiedEmail: z.boolean(),
  /** True if a server for outgoing mail is configured; without one no address can be verified. */
  sendsMail: z.boolean(),
  /** True while the site only serves reads: other calls are refused with `UNAVAILABLE`. */
  readOnly: z.boolean(),
  approval,
  newcomers,
  shield: shieldSettings,
  /** The size in MB and the kinds of files that members may attach. */
  uploads: z.strictObject({ megabytes: z.int(), kinds: z.array(fileKind) }),
  /** Addresses of others that pages may load scripts and frames from, and send to, such as those of analytics. */
  externalSources: z.array(z.string()),
  limits: z.strictObject(ofLimits(z.strictObject({ points: z.int(), seconds: z.int() }))),
})
export type SiteSettings = z.output<typeof settings>

/** Settings to change; null returns one to its default. */
const given = z.object({
  siteName: z.optional(z.nullable(siteName)),
  registration: z.optional(registration),
  staffSecondFactor: z.optional(flag),
  requireVerifiedEmail: z.optional(flag),
  readOnly: z.optional(flag),
  shield: z.optional(givenShield),
  uploads: z.optional(
    z.nullable(
      z.object({
        megabytes: numberUpTo(UPLOAD_MEGABYTES_MAX),
        kinds: z.array(fileKind, 'invalid').check(z.minLength(1, 'required')),
      }),
    ),
  ),
  externalSources: z.optional(
    z.array(externalSource, 'invalid').check(z.maxLength(EXTERNAL_SOURCES_MAX, 'too_many')),
  ),
  approval: z.optional(
    z.object({
      firstPosts: z.optional(numberFrom(0, FIRST_POSTS_MAX)),
      links: z.optional(flag),
      pictures: z.optional(flag),
      hook: z.optional(z.nullable(z.object({ url: hookUrl, ...hook }))),
    }),
  ),
  newcomers: z.optional(
    z.object({
      days: z.optional(numberFrom(0, NEWCOMER_DAYS_MAX)),
      posts: z.optional(numberFrom(0, NEWCOMER_POSTS_MAX)),
      links: z.optional(numberFrom(0, NEWCOMER_BOUND_MAX)),
      mentions: z.optional(numberFrom(0, NEWCOMER_BOUND_MAX)),
      messagesPerDay: z.optional(numberFrom(0, NEWCOMER_BOUND_MAX)),
    }),
  ),
  limits: z.optional(
    z.object(
      ofLimits(
        z.optional(
          z.nullable(
            z.object({ points: numberUpTo(RATE_POINTS_MAX), seconds: numberUpTo(RATE_SECONDS_MAX) }),
          ),
        ),
      ),
    ),
  ),
})
export type GivenSettings = z.output<typeof given>

export const settingsEndpoints = {
  getSettings: endpoint({
    summary:
      'The settings in force: name of the site, registration, approval, newcomers and rate limits (admins)',
    method: 'GET',
    path: '/admin/settings',
    access: 'member',
    confidential: true,
    response: z.strictObject({ settings }),
    errors: ['FORBIDDEN'],
  }),

  setSettings: endpoint({
    summary: 'Changes the settings that are given (admins), in force in every process within a second',
    method: 'PUT',
    path: '/admin/settings',
    whileReadOnly: true,
    access: 'member',
    limit: 'edit',
    body: z.object({ settings: given }),
    response: z.strictObject({ settings }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  getRegistration: endpoint({
    summary: 'Whether the site takes new members, and what it asks of them',
    method: 'GET',
    path: '/auth/registration',
    response: z.strictObject({
      registration,
      /** To be solved within ten minutes, each for one registration; null if none is asked for. */
      challenge: z.nullable(registrationChallenge),
      /** Null if none is asked. */
      question: z.nullable(z.string()),
    }),
  }),
}
