import * as z from 'zod/mini'
import { PASSKEY_NAME_MAX } from '../limits'
import { endpoint } from './define'
import { currentUser, passkey } from './entities'
import { shortLine } from './fields'

/** Text in base64url, as WebAuthn's JSON forms have bytes. */
const bytes = (max: number) =>
  z.string('invalid').check(z.regex(/^[A-Za-z0-9_-]+$/, 'invalid'), z.maxLength(max, 'invalid'))
const credentialId = bytes(1_400)

/** Options of WebAuthn, which the page hands to the browser as they are. */
const options = z.looseObject({ challenge: z.string() })

/** `RegistrationResponseJSON` of WebAuthn. */
const created = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key', 'invalid'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(16_000),
    transports: z.optional(
      z.array(z.string().check(z.maxLength(20)), 'invalid').check(z.maxLength(10, 'invalid')),
    ),
  }),
})
export type CreatedPasskey = z.output<typeof created>

/** `AuthenticationResponseJSON` of WebAuthn. */
export const assertedPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key', 'invalid'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
})
export type AssertedPasskey = z.output<typeof assertedPasskey>

const name = shortLine(PASSKEY_NAME_MAX)

export const passkeyEndpoints = {
  beginPasskey: endpoint({
    summary:
      'Options of WebAuthn to create a passkey for the caller (`PublicKeyCredentialCreationOptionsJSON`); needs a password that was typed recently',
    method: 'POST',
    path: '/auth/passkeys/options',
    access: 'member',
    limit: 'password',
    response: options,
    errors: ['PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  addPasskey: endpoint({
    summary: 'Adds the passkey that the browser has created (`RegistrationResponseJSON`), with a name',
    method: 'POST',
    path: '/auth/passkeys',
    access: 'member',
    limit: 'password',
    body: z.extend(created, { name: z.optional(name) }),
    status: 201,
    response: z.strictObject({ user: currentUser, passkey }),
    errors: ['PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  renamePasskey: endpoint({
    summary: 'Gives a passkey of the caller another name',
    method: 'PUT',
    path: '/auth/passkeys/:id',
    access: 'member',
    limit: 'edit',
    params: z.object({ id: credentialId }),
    body: z.object({ name }),
    response: z.strictObject({ user: currentUser }),
    errors: ['NOT_FOUND'],
  }),

  removePasskey: endpoint({
    summary:
      'Removes a passkey of the caller, while there is another way to sign in; needs a password that was typed recently',
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'member',
    limit: 'password',
    params: z.object({ id: credentialId }),
    errors: ['NOT_FOUND', 'PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  beginPasskeySignIn: endpoint({
    summary: 'Options of WebAuthn to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`)',
    method: 'POST',
    path: '/auth/passkeys/sign-in/options',
    whileReadOnly: true,
    ignoresToken: true,
    response: options,
  }),

  signInWithPasskey: endpoint({
    summary:
      'Signs in with a passkey (`AuthenticationResponseJSON`), which stands for the password and the second factor',
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    whileReadOnly: true,
    limit: 'passkey',
    ignoresToken: true,
    body: assertedPasskey,
    response: z.strictObject({ user: currentUser, token: z.string() }),
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_BANNED', 'ACCOUNT_INACTIVE'],
  }),
}
