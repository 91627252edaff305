import * as z from 'zod/mini'
import { endpoint } from './define'
import { currentUser } from './entities'
import { secondFactorCode, time, typedPassword } from './fields'
import { assertedPasskey } from './passkeys'

export const secondFactorEndpoints = {
  getSecondFactor: endpoint({
    summary: 'The caller’s second factor; null without one',
    method: 'GET',
    path: '/auth/second-factor',
    access: 'member',
    confidential: true,
    response: z.strictObject({
      secondFactor: z.nullable(z.strictObject({ since: time, recoveryCodesLeft: z.int() })),
    }),
  }),

  beginSecondFactor: endpoint({
    summary:
      'A new key for an authenticator app (TOTP), as text and as a link; it counts once it is confirmed',
    method: 'POST',
    path: '/auth/second-factor',
    access: 'member',
    limit: 'password',
    body: z.object({ password: z.optional(typedPassword) }),
    response: z.strictObject({ key: z.string(), link: z.string() }),
    errors: ['WRONG_PASSWORD', 'PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  turnOnSecondFactor: endpoint({
    summary:
      'Turns the second factor on with the first code of the new key; returns the recovery codes, each of which signs in once',
    method: 'PUT',
    path: '/auth/second-factor',
    access: 'member',
    limit: 'password',
    body: z.object({ code: secondFactorCode }),
    response: z.strictObject({ user: currentUser, recoveryCodes: z.array(z.string()) }),
    errors: ['WRONG_CODE', 'CONFLICT'],
  }),

  turnOffSecondFactor: endpoint({
    summary: 'Turns the second factor off, with the password and a code',
    method: 'DELETE',
    path: '/auth/second-factor',
    access: 'member',
    limit: 'password',
    body: z.object({ password: z.optional(typedPassword), code: secondFactorCode }),
    status: 200,
    response: z.strictObject({ user: currentUser }),
    errors: ['WRONG_PASSWORD', 'PASSWORD_REQUIRED', 'WRONG_CODE', 'CONFLICT'],
  }),

  confirmPassword: endpoint({
    summary:
      'Confirms the password and the second factor, or a passkey in place of both, for the calls that refuse with `PASSWORD_REQUIRED`; it holds for 15 minutes',
    method: 'POST',
    path: '/auth/confirm',
    whileReadOnly: true,
    access: 'member',
    limit: 'password',
    body: z.object({
      password: z.optional(typedPassword),
      /** For members with a second factor. */
      code: z.optional(secondFactorCode),
      /** `AuthenticationResponseJSON`, with options of `POST /auth/passkeys/sign-in/options`. */
      passkey: z.optional(assertedPasskey),
    }),
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE'],
  }),
}
