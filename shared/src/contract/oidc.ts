import * as z from 'zod/mini'
import { endpoint, rawEndpoint } from './define'
import { currentUser, script } from './entities'
import { displayName, email, invitationCode, newUsername, secondFactorCode } from './fields'

const providerId = z.string('invalid').check(z.regex(/^[a-z0-9-]{1,40}$/, 'invalid'))

export const oidcEndpoints = {
  listProviders: endpoint({
    summary: 'The other sites with whose accounts one can sign in here',
    method: 'GET',
    path: '/auth/providers',
    ignoresToken: true,
    response: z.strictObject({ providers: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
  }),

  startOidc: rawEndpoint({
    summary: 'Leads a browser to a provider (OpenID Connect), and back to `returnTo`, a path of this site',
    method: 'GET',
    path: '/auth/oidc/:id/start',
    ignoresToken: true,
    params: z.object({ id: providerId }),
    query: z.object({
      returnTo: z.optional(z.string().check(z.maxLength(1_000, 'too_long'))),
      /** Asks the provider to sign the person in again, which then stands for a password that was typed. */
      fresh: z.optional(z.enum(['true', 'false'], 'invalid')),
    }),
    status: 302,
    produces: ['text/plain'],
    errors: ['NOT_FOUND'],
  }),

  oidcCallback: rawEndpoint({
    summary: 'Where a provider leads the browser back to; leads on to the page, which finishes with a code',
    method: 'GET',
    path: '/auth/oidc/:id/callback',
    limit: 'passkey',
    ignoresToken: true,
    params: z.object({ id: providerId }),
    status: 302,
    produces: ['text/plain'],
    errors: ['NOT_FOUND'],
  }),

  finishOidc: endpoint({
    summary:
      'Finishes with the code of the callback: signs in the member who is linked, links the caller who is signed in, or registers a newcomer who gives a username',
    method: 'POST',
    path: '/auth/oidc/finish',
    limit: 'edit',
    body: z.object({
      code: z.string('invalid').check(z.maxLength(100, 'invalid')),
      /** For members with a second factor. */
      secondFactor: z.optional(secondFactorCode),
      /** The username of a newcomer, who has agreed to the terms. */
      username: z.optional(newUsername),
      displayName: z.optional(displayName),
      /** Needed where the provider gives no address. */
      email: z.optional(email),
      invitation: z.optional(invitationCode),
      script: z.optional(script),
    }),
    response: z.union([
      z.strictObject({ user: currentUser, token: z.string() }),
      z.strictObject({
        register: z.strictObject({ suggestedUsername: z.string(), needsEmail: z.boolean() }),
      }),
    ]),
    errors: [
      'PASSWORD_REQUIRED',
      'FORBIDDEN',
      'CONFLICT',
      'USERNAME_TAKEN',
      'EMAIL_TAKEN',
      'CONTENT_BLOCKED',
      'INVITATION_REQUIRED',
      'ACCOUNT_BANNED',
      'ACCOUNT_INACTIVE',
      'SECOND_FACTOR_REQUIRED',
      'WRONG_CODE',
    ],
  }),

  unlinkIdentity: endpoint({
    summary: 'Ends signing in with a provider, while there is another way to sign in',
    method: 'DELETE',
    path: '/auth/identities/:provider',
    access: 'member',
    limit: 'edit',
    params: z.object({ provider: providerId }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
