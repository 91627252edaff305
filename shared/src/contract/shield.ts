import * as z from 'zod/mini'
import {
  BLOCKED_DOMAINS_MAX,
  CHALLENGE_TRIES_MAX,
  SHIELD_ANSWERS_MAX,
  SHIELD_ANSWER_MAX,
  SHIELD_QUESTION_MAX,
} from '../limits'
import { endpoint } from './define'
import { flag, shortLine } from './fields'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,256}$/))

/** A proof of work of ALTCHA, version 2 (`altcha-lib`). Its parameters are signed, so they must come back as they are. */
export const registrationChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('SHA-256'),
    nonce: hex,
    salt: hex,
    /** The number of hash rounds in one try. */
    cost: z.int(),
    keyLength: z.int(),
    /** The beginning of the key of the right try. */
    keyPrefix: hex,
    keySignature: hex,
    /** Seconds since 1970. */
    expiresAt: z.int(),
    /** Names the caller without telling who it is: a challenge is solved where it was given. */
    data: z.strictObject({ place: z.string() }),
  }),
  signature: hex,
})
export type RegistrationChallenge = z.output<typeof registrationChallenge>

/** A solver's result, sent as base64 of its JSON: the payload of ALTCHA's widget. */
export const solvedChallenge = z.object({
  challenge: registrationChallenge,
  solution: z.object({
    counter: z.int().check(z.minimum(0), z.maximum(CHALLENGE_TRIES_MAX)),
    derivedKey: hex,
  }),
})
export type SolvedChallenge = z.output<typeof solvedChallenge>

const domain = z.pipe(
  z.string('invalid'),
  z.pipe(
    z.transform((typed: string) => typed.trim().replace(/^@/, '').toLowerCase()),
    z.string().check(z.regex(/^(?=.{1,253}$)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, 'invalid')),
  ),
)
const question = z.object({
  text: shortLine(SHIELD_QUESTION_MAX),
  /** Compared without regard to case, width and spaces. */
  answers: z
    .array(shortLine(SHIELD_ANSWER_MAX), 'invalid')
    .check(z.minLength(1, 'required'), z.maxLength(SHIELD_ANSWERS_MAX, 'too_many')),
})

/** The obstacles to programs that register. */
export const shieldSettings = z.strictObject({
  /** True if a newcomer's browser has to solve a challenge. */
  challenge: z.boolean(),
  /** True if the form has a field that people do not see. */
  honeypot: z.boolean(),
  question: z.nullable(z.strictObject({ text: z.string(), answers: z.array(z.string()) })),
  /** Domains whose addresses are refused, those below them included. */
  blockedDomains: z.array(z.string()),
  /** True if addresses of well-known services for throw-away mail are refused. */
  throwaway: z.boolean(),
})
export type ShieldSettings = z.output<typeof shieldSettings>

/** Settings of the shield to change. */
export const givenShield = z.object({
  challenge: z.optional(flag),
  honeypot: z.optional(flag),
  question: z.optional(z.nullable(question)),
  blockedDomains: z.optional(z.array(domain, 'invalid').check(z.maxLength(BLOCKED_DOMAINS_MAX, 'too_many'))),
  throwaway: z.optional(flag),
})

/** The parts of the shield that refuse registrations. */
export const SHIELD_PARTS = ['challenge', 'honeypot', 'question', 'blockedDomains', 'throwaway'] as const
export type ShieldPart = (typeof SHIELD_PARTS)[number]

/** The fields of a registration that the shield checks. */
export const shieldFields = {
  /** The solution of the challenge that GET /auth/registration gave, while one is asked for. */
  challenge: z.optional(z.string('invalid').check(z.maxLength(4_096, 'invalid'))),
  /** The answer to the question that GET /auth/registration gave, while one is asked. */
  answer: z.optional(z.string('invalid').check(z.maxLength(1_024, 'invalid'))),
  /** A field that the form hides from people: what fills it in is refused. */
  homepage: z.optional(z.string('invalid').check(z.maxLength(1_024, 'invalid'))),
}

export const shieldEndpoints = {
  getShieldRefusals: endpoint({
    summary: 'How many registrations each part of the shield has refused in 30 days (admins)',
    method: 'GET',
    path: '/admin/shield',
    access: 'member',
    confidential: true,
    response: z.strictObject({
      refusals: z.strictObject({
        challenge: z.int(),
        honeypot: z.int(),
        question: z.int(),
        blockedDomains: z.int(),
        throwaway: z.int(),
      }),
    }),
    errors: ['FORBIDDEN'],
  }),
}
