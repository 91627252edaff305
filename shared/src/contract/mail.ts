import * as z from 'zod/mini'
import { endpoint, rawEndpoint } from './define'

const token = z.string('invalid').check(z.maxLength(200, 'invalid'))

export const mailEndpoints = {
  showUnsubscribe: rawEndpoint({
    summary:
      'The page to which mails link: it says which mails end, and ends them once its button is pressed',
    method: 'GET',
    path: '/mail/unsubscribe',
    ignoresToken: true,
    query: z.object({ token }),
    produces: ['text/html'],
  }),

  unsubscribe: endpoint({
    summary:
      'Ends the mails that the token in the link of a mail names, without signing in (RFC 8058: mail programs send a form)',
    method: 'POST',
    path: '/mail/unsubscribe',
    whileReadOnly: true,
    ignoresToken: true,
    ignoresBody: true,
    query: z.object({ token }),
    errors: ['NOT_FOUND'],
  }),

  reportBounce: endpoint({
    summary:
      'Marks an address to which mail comes back; `X-Signature` is the HMAC-SHA256 of the body, in hexadecimal, under `MAIL_BOUNCES_SECRET`',
    method: 'POST',
    path: '/mail/bounces',
    whileReadOnly: true,
    ignoresToken: true,
    body: z.object({
      /** The address to which the mail came back: the one for bounces from which it was sent, or that of the member. */
      recipient: z.string('invalid').check(z.maxLength(500, 'invalid')),
      /** Only permanent failures mark the address. */
      kind: z.enum(['permanent', 'temporary'], 'invalid'),
    }),
    errors: ['FORBIDDEN'],
  }),
}
