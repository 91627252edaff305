import * as z from 'zod/mini'
import { COMPLAINT_CONTACT_MAX } from '../limits'
import { endpoint } from './define'
import { complaintText, complaintUrl, flag, shortLine } from './fields'
import { registrationChallenge, shieldFields } from './shield'

/** The subjects of complaints by people without an account. */
export const COMPLAINT_KINDS = ['copyright', 'privacy', 'law', 'other'] as const
export const complaintKind = z.enum(COMPLAINT_KINDS, 'invalid')
export type ComplaintKind = z.output<typeof complaintKind>

export const complaintEndpoints = {
  getComplaintForm: endpoint({
    summary: 'What a complaint needs besides its text, and whether it is answered by mail',
    method: 'GET',
    path: '/complaints',
    ignoresToken: true,
    confidential: true,
    response: z.strictObject({
      /** As in GET /auth/registration, whose challenges are taken too. */
      challenge: z.nullable(registrationChallenge),
      /** True if the site sends mail; otherwise a moderator answers by hand. */
      mail: z.boolean(),
    }),
  }),

  createComplaint: endpoint({
    summary:
      'Complains of a page to the moderators of every board, without an account; the response is the same whether or not the page exists',
    method: 'POST',
    path: '/complaints',
    limit: 'complaint',
    ignoresToken: true,
    body: z.object({
      /** The address of the page: whole, or its path on this site. */
      url: complaintUrl,
      kind: complaintKind,
      text: complaintText,
      /** An address for the answer: the site itself answers to a mail address, moderators to any other. */
      contact: shortLine(COMPLAINT_CONTACT_MAX),
      /**
       * True if the complainant states that all of this is true and that they hold the right, or act for its holder.
       */
      isTrue: z.optional(flag),
      challenge: shieldFields.challenge,
      homepage: shieldFields.homepage,
    }),
    status: 202,
    response: z.strictObject({}),
  }),
}
