import * as z from 'zod/mini'
import {
  ANNOUNCEMENT_MAX,
  ATTACHMENTS_PER_POST,
  BOARD_DESCRIPTION_MAX,
  BOARD_NAME_MAX,
  BOARD_RULES_MAX,
  BOOKMARK_NOTE_MAX,
  EDIT_NOTE_MAX,
  COMPLAINT_TEXT_MAX,
  COMPLAINT_URL_MAX,
  CONTENT_MAX,
  CONTENT_MAX_BYTES,
  DISPLAY_NAME_MAX,
  DISPLAY_NAME_MAX_BYTES,
  DRAFT_MAX_BYTES,
  DRAFT_PLACE,
  EMAIL_MAX,
  EXTERNAL_SOURCE_MAX,
  FOOTER_LABEL_MAX,
  FOOTER_TEXT_MAX,
  FOOTER_URL_MAX,
  HOOK_URL_MAX,
  INVITATION_CODE_LENGTH,
  MESSAGE_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PASSWORD_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_TEXT_MAX,
  QUERY_MAX,
  REASON_MAX,
  REASON_MAX_BYTES,
  SEARCH_QUERY_MAX,
  SIGNATURE_MAX,
  SIGNATURE_MAX_BYTES,
  SITE_NAME_MAX,
  SITE_TEXT_MAX,
  SUBJECT_MAX,
  SYNONYM_MAX,
  THREAD_TYPE_NAME_MAX,
  THREAD_TYPES_MAX,
  TITLE_MAX,
  TITLE_MAX_BYTES,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
  WORD_MAX,
} from '../limits'
import { EXTERNAL_SOURCE, sourceOf } from '../external-source'
import { isVisiblyEmpty, showsPiledMarks } from '../markup'
import {
  byteLength,
  countCharacters,
  hasAllKinds,
  hasPiledMarks,
  isPrintable,
  isReservedUsername,
  looksLikeStaff,
  oneLine,
  trimText,
  withoutInvisible,
  withoutPiledMarks,
} from '../text'

/** Reports a missing value as `required`, and one of the wrong type as `invalid`. */
const absent = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? 'required' : 'invalid'
const filled = z.refine<string>((s) => s !== '', { error: 'required', abort: true })
const atMost = (max: number) => z.refine<string>((s) => countCharacters(s) <= max, 'too_long')

const unpiled = z.refine<string>((s) => !hasPiledMarks(s), { error: 'marks', abort: true })

/** A text that people read. `clean` makes one that shows nothing '' (docs/limits.md#texts-that-show-nothing). */
const text = (clean: (s: string) => string, ...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(z.pipe(z.string({ error: absent }), z.transform(clean)), z.string().check(unpiled, ...checks))
/** For texts with markup, after the checks of their length. */
const showsUnpiled = z.refine<string>((s) => !showsPiledMarks(s), { error: 'marks', abort: true })
/** For texts with markup, after the checks of their length: the markup shows something. */
const showsSomething = z.refine<string>((s) => !isVisiblyEmpty(s), 'required')

/** Bounds the code points of one character. */
const SEAL_MAX_BYTES = 64
/** Returns true if an address leads to a path of this site, or to an http address. */
const isPlace = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) || /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i.test(address)

/** Every id is a positive integer. */
export const id = z.int({ error: absent }).check(z.positive('invalid'))
/** An id in a path: digits only; anything else is a 404. */
export const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'invalid')),
  z.pipe(z.transform(Number), z.int('invalid').check(z.positive('invalid'))),
)
export const time = z.iso.datetime({ precision: 3 })
/** A time given by a caller, in any time zone. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true, error: absent }),
  z.transform((given: string) => new Date(given)),
)
/** A whole number from 1 to a maximum. */
export const numberUpTo = (max: number) =>
  z.int('invalid').check(z.minimum(1, 'range'), z.maximum(max, 'range'))
export const numberFrom = (min: number, max: number) =>
  z.int('invalid').check(z.minimum(min, 'range'), z.maximum(max, 'range'))
export const externalSource = text(
  sourceOf,
  z.regex(EXTERNAL_SOURCE, 'invalid'),
  z.maxLength(EXTERNAL_SOURCE_MAX, 'too_long'),
)
export const flag = z.boolean({ error: absent })

/** 3 to 20 letters and digits (docs/limits.md). */
export const username = text(
  trimText,
  filled,
  z.regex(USERNAME_PATTERN, { error: 'characters', abort: true }),
  z.refine<string>((s) => s.length >= USERNAME_MIN && s.length <= USERNAME_MAX, 'length'),
)
/** A `username` that is not reserved for staff. */
export const newUsername = z.pipe(
  username,
  z.string().check(z.refine<string>((s) => !isReservedUsername(s), 'reserved')),
)

/** The code of an invitation, in any case. */
export const invitationCode = text(
  trimText,
  z.refine<string>((s) => new RegExp(`^[A-Za-z0-9]{${INVITATION_CODE_LENGTH}}$`).test(s), 'invalid'),
)

/** The rule for passwords, both at registration and on a change (docs/limits.md). */
export const newPassword = z.string({ error: absent }).check(
  filled,
  // Bytes first: they bound what counting characters can cost.
  z.refine<string>((s) => byteLength(s) <= PASSWORD_MAX_BYTES, { error: 'too_long', abort: true }),
  z.refine<string>((s) => countCharacters(s) >= PASSWORD_MIN, 'too_short'),
  z.refine<string>((s) => countCharacters(s) <= PASSWORD_MAX, 'too_long'),
  z.refine<string>(isPrintable, { error: 'characters', abort: true }),
  z.refine<string>(hasAllKinds, 'classes'),
)
/** A password as typed at sign-in: exempt from the password rule, and only limited in length. */
export const typedPassword = z.string({ error: absent }).check(filled, z.maxLength(1_024, 'too_long'))

/** A code of an authenticator app, or a recovery code, as typed. */
export const secondFactorCode = text(trimText, filled, z.maxLength(40, 'too_long'))

export const email = text(
  trimText,
  filled,
  z.maxLength(EMAIL_MAX, 'too_long'),
  z.regex(z.regexes.email, 'invalid'),
)
const displayNameLength = [
  // Bytes first: comparing with staff names takes a second for 256 KB.
  z.refine<string>((s) => byteLength(s) <= DISPLAY_NAME_MAX_BYTES, { error: 'too_long', abort: true }),
  z.refine<string>((s) => countCharacters(s) <= DISPLAY_NAME_MAX, { error: 'too_long', abort: true }),
]
/** The name shown beside posts; '' shows the username. */
export const displayName = text(
  oneLine,
  ...displayNameLength,
  z.refine<string>((s) => !looksLikeStaff(s), 'reserved'),
)
/** A `displayName` without the check for staff names, since the caller may be staff. */
export const anyDisplayName = text(oneLine, ...displayNameLength)
export const signature = z.pipe(
  text(
    trimText,
    z.refine<string>((s) => byteLength(s) <= SIGNATURE_MAX_BYTES, { error: 'too_long', abort: true }),
    atMost(SIGNATURE_MAX),
    showsUnpiled,
  ),
  z.transform((s) => (isVisiblyEmpty(s) ? '' : s)),
)
/** Texts by members about themselves, besides their name: public, and '' until they write one. */
export const profileTexts = { signature }
export type ProfileTexts = Record<keyof typeof profileTexts, string>
export const PROFILE_TEXTS = Object.keys(profileTexts) as (keyof ProfileTexts)[]
/** Refuses to delete what is deleted, so that of two moderators the second learns of the first, and returns the undo. */
export const mustChange = z.optional(z.boolean('invalid'))

/** A moderator's reason for acting on another member's content or account. */
export const reason = text(
  trimText,
  z.refine<string>((s) => byteLength(s) <= REASON_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(REASON_MAX),
)
/** A summary of an edit, for those who know the text before it; '' for none. */
export const editNote = text(trimText, atMost(EDIT_NOTE_MAX), showsUnpiled)
/** A note about a post that a member keeps. */
export const bookmarkNote = text(trimText, atMost(BOOKMARK_NOTE_MAX))
/** The name of the form that an unsent text belongs to, such as `reply:12`. */
export const draftPlace = z.string('invalid').check(z.regex(DRAFT_PLACE, 'invalid'))
/** An unsent text as its form stores it. */
export const draftValue = z
  .string({ error: absent })
  .check(z.refine<string>((s) => byteLength(s) <= DRAFT_MAX_BYTES, 'too_long'))
/** A member's reason for reporting a post. */
export const reportReason = text(
  trimText,
  filled,
  z.refine<string>((s) => byteLength(s) <= REASON_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(REASON_MAX),
)
export const title = text(
  oneLine,
  filled,
  z.refine<string>((s) => byteLength(s) <= TITLE_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(TITLE_MAX),
)
export const content = text(
  trimText,
  filled,
  // Bytes first: it is cheap, and bounds what counting characters can cost.
  z.refine<string>((s) => byteLength(s) <= CONTENT_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(CONTENT_MAX),
  showsUnpiled,
  showsSomething,
)
/** Maximum size of single-line texts in bytes: one character may consist of several code points. */
const LINE_MAX_BYTES = 4 * 1024
const withinLine = z.refine<string>((s) => byteLength(s) <= LINE_MAX_BYTES, {
  error: 'too_long',
  abort: true,
})
export const boardTitle = text(oneLine, filled, withinLine, atMost(BOARD_NAME_MAX))
export const boardDescription = text(oneLine, withinLine, atMost(BOARD_DESCRIPTION_MAX))
/** A category by slug, key or name. */
export const categoryName = text(trimText, filled, z.maxLength(200, 'invalid'))
/** The name of a category in its address. It has a letter, so that it is no number. */
export const categorySlug = z
  .string({ error: absent })
  .check(z.regex(/^(?=.*[a-z])[a-z0-9](-?[a-z0-9]){0,39}$/, 'invalid'))
/** The rules of a board, in markup; '' for none. */
export const boardRules = text(
  trimText,
  z.refine<string>((s) => byteLength(s) <= CONTENT_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(BOARD_RULES_MAX),
  showsUnpiled,
)
const SITE_PICTURE = /^\/api\/uploads\/[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)+$/
/** The icon of a board: one character, such as an emoji, or the address of a picture. */
export const boardIcon = text(
  oneLine,
  filled,
  z.maxLength(FOOTER_URL_MAX, 'too_long'),
  z.refine<string>(
    (s) =>
      SITE_PICTURE.test(s) ||
      (/^https?:/i.test(s) ? isPlace(s) : byteLength(s) <= SEAL_MAX_BYTES && countCharacters(s) === 1),
    'invalid',
  ),
)
/** A word of the filter, and what replaces one. */
export const wordPattern = text(oneLine, filled, withinLine, atMost(WORD_MAX))
export const wordReplacement = text(oneLine, withinLine, atMost(WORD_MAX))
/** A word of the table of synonyms. */
export const synonym = text(oneLine, filled, withinLine, atMost(SYNONYM_MAX))
export const siteName = text(oneLine, filled, withinLine, atMost(SITE_NAME_MAX))
/** The one character that stands for the site where it has no logo. */
export const siteSeal = text(
  oneLine,
  filled,
  z.refine<string>((s) => byteLength(s) <= SEAL_MAX_BYTES && countCharacters(s) === 1, 'one_character'),
)
/** A line in which the site says something of itself; '' for none. */
export const siteText = text(oneLine, withinLine, atMost(SITE_TEXT_MAX))
export const footerText = text(oneLine, withinLine, atMost(FOOTER_TEXT_MAX))
/** A link of the footer, to a path of this site or to an http address. */
const HTTP_URL = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i
/** The address of an outside review. */
export const hookUrl = text(
  trimText,
  filled,
  z.maxLength(HOOK_URL_MAX, 'too_long'),
  z.regex(HTTP_URL, 'invalid'),
)
/** The parts of a complaint: the address of a page, what is wrong, and how its author is reached. */
export const complaintUrl = text(
  trimText,
  filled,
  z.maxLength(COMPLAINT_URL_MAX, 'too_long'),
  z.refine<string>(isPlace, 'invalid'),
)
export const complaintText = text(
  trimText,
  filled,
  z.maxLength(4 * COMPLAINT_TEXT_MAX, { error: 'too_long_complaint', abort: true }),
  z.refine<string>((s) => countCharacters(s) <= COMPLAINT_TEXT_MAX, 'too_long_complaint'),
)
/** A moderator's answer to a complaint. */
export const complaintAnswer = text(
  trimText,
  z.maxLength(4 * COMPLAINT_TEXT_MAX, { error: 'too_long', abort: true }),
  atMost(COMPLAINT_TEXT_MAX),
)
export const footerLink = z.object({
  label: text(oneLine, filled, withinLine, atMost(FOOTER_LABEL_MAX)),
  url: text(trimText, filled, z.maxLength(FOOTER_URL_MAX, 'too_long'), z.refine<string>(isPlace, 'invalid')),
})
/** A line of at most so many characters, which is not empty. */
export const shortLine = (max: number) => text(oneLine, filled, withinLine, atMost(max))
/** The name of a page in its address. */
export const pageSlug = z.string({ error: absent }).check(z.regex(/^[a-z0-9](-?[a-z0-9]){0,39}$/, 'invalid'))
/** `#rrggbb`, in any case; parses to lower case. */
export const colour = z.pipe(
  z.string({ error: absent }).check(z.regex(/^#[0-9a-f]{6}$/i, 'invalid')),
  z.transform((given: string) => given.toLowerCase()),
)
/** '' for no announcement. */
export const announcementText = text(oneLine, withinLine, atMost(ANNOUNCEMENT_MAX))
export const filledAnnouncementText = text(oneLine, filled, withinLine, atMost(ANNOUNCEMENT_MAX))
/** The one line above a message. */
export const subject = text(
  oneLine,
  filled,
  z.refine<string>((s) => byteLength(s) <= TITLE_MAX_BYTES, { error: 'too_long', abort: true }),
  atMost(SUBJECT_MAX),
)
export const messageContent = text(
  trimText,
  filled,
  z.refine<string>((s) => byteLength(s) <= CONTENT_MAX_BYTES, { error: 'too_long_message', abort: true }),
  z.refine<string>((s) => countCharacters(s) <= MESSAGE_MAX, 'too_long_message'),
  showsUnpiled,
  showsSomething,
)
/** Bounds what comparing a query costs, since one character may consist of many code points. */
const QUERY_MAX_BYTES = 1024
/** Whoever searches for a text of piled marks gets what is found without them. */
const cleanQuery = (given: string) => withoutPiledMarks(trimText(given))
const query = (max: number, ...checks: z.core.$ZodCheck<string>[]) =>
  text(
    cleanQuery,
    ...checks,
    z.refine<string>((s) => byteLength(s) <= QUERY_MAX_BYTES, { error: 'too_long', abort: true }),
    atMost(max),
  )
/** A search query within a mailbox; '' for none. */
export const messageQuery = query(QUERY_MAX)
/** A name to look a member up by. */
export const typedName = text(trimText, z.maxLength(1_024, 'invalid'))

/** Uploaded files to attach to a post. */
export const attachmentIds = z.optional(
  z.array(id, 'invalid').check(z.maxLength(ATTACHMENTS_PER_POST, 'too_many')),
)

const pollText = text(oneLine, filled, withinLine, atMost(POLL_TEXT_MAX))
/** A flag of a region, whose letters are written with characters that are invisible elsewhere. */
const REGION_FLAG = /(\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f})/u
/** Returns the same text for texts that look the same. */
const shownOf = (given: string): string =>
  given
    .split(REGION_FLAG)
    .map((part) => (REGION_FLAG.test(part) ? part : withoutInvisible(part)))
    .join('')
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
const isDistinct = (texts: string[]) => new Set(texts.map(shownOf)).size === texts.length
/** A poll as its author writes it; without `closesAt` it takes votes for ever. */
export const newPoll = z
  .object({
    question: pollText,
    options: z
      .array(pollText, { error: absent })
      .check(
        z.minLength(POLL_OPTIONS_MIN, 'too_few'),
        z.maxLength(POLL_OPTIONS_MAX, { error: 'too_many', abort: true }),
        z.refine(isDistinct, 'repeated'),
      ),
    maxChoices: z._default(z.int('invalid').check(z.minimum(1, 'range')), 1),
    closesAt: z.optional(z.nullable(instant)),
  })
  .check(
    z.refine(({ maxChoices, options }) => maxChoices <= options.length, {
      error: 'range',
      path: ['maxChoices'],
    }),
  )
/** The options that a member chooses, as positions from 0. */
export const pollChoice = z
  .array(z.int('invalid').check(z.nonnegative('range')), { error: absent })
  .check(z.maxLength(POLL_OPTIONS_MAX, 'too_many'))

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,16}$/, 'invalid')),
    z.pipe(z.transform(Number), z.int('invalid').check(z.minimum(min, 'range'), z.maximum(max, 'range'))),
  )
/** A number in a query string. A value out of range or not a number is refused, never corrected. */
export const queryNumber = wholeNumber

/** A search query that is not blank. */
export const queryText = query(QUERY_MAX, filled)

/** A query for threads, posts and members. */
export const searchQuery = query(SEARCH_QUERY_MAX, filled)

/** A day of the site's calendar, such as 2026-11-20, or a moment. */
export const dayOrInstant = z.union([z.iso.date(), instant], { error: 'invalid' })

/** `true` or `false` in a query string; defaults to false. */
export const queryBoolean = z.pipe(
  z.enum(['true', 'false'], 'invalid'),
  z.transform((s) => s === 'true'),
)
export const queryFlag = z._default(
  z.pipe(
    z.enum(['true', 'false'], 'invalid'),
    z.transform((s) => s === 'true'),
  ),
  false,
)

/** A page past the end is empty, so pages have no maximum. */
export const page = z._default(wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
export const limit = z._default(wholeNumber(1, PAGE_SIZE_MAX), PAGE_SIZE)

/** Names a type of threads within its board, also in addresses. */
export const threadTypeKey = z
  .string('invalid')
  .check(z.regex(/^[\p{Script=Han}\p{Script=Latin}0-9_-]{1,24}$/u, 'invalid'))
export const threadTypes = z
  .array(
    z.strictObject({
      key: threadTypeKey,
      name: text(oneLine, filled, withinLine, atMost(THREAD_TYPE_NAME_MAX)),
      color: z.nullable(colour),
    }),
    'invalid',
  )
  .check(
    z.maxLength(THREAD_TYPES_MAX, 'too_many'),
    z.refine((types) => new Set(types.map(({ key }) => key)).size === types.length, 'invalid'),
  )

/** The states of an act whose work goes on in the background. */
export const LONG_ACT_STATES = ['running', 'stopped', 'done', 'undoing', 'undone'] as const
