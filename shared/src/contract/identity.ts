import * as z from 'zod/mini'
import { FOOTER_LINKS_MAX, LOGO_MAX_BYTES } from '../limits'
import { endpoint } from './define'
import { site } from './entities'
import { colour, footerLink, footerText, id, siteName, siteSeal, siteText } from './fields'

const response = z.strictObject({ site })

/** The parts of the identity that change; null returns a part to its default. */
const given = z.object({
  name: z.optional(z.nullable(siteName)),
  seal: z.optional(z.nullable(siteSeal)),
  accent: z.optional(z.nullable(colour)),
  description: z.optional(z.nullable(siteText)),
  welcome: z.optional(z.nullable(siteText)),
  contact: z.optional(z.nullable(siteText)),
  feedbackBoardId: z.optional(z.nullable(id)),
  footer: z.optional(
    z.nullable(
      z.object({
        text: z._default(footerText, ''),
        links: z._default(
          z.array(footerLink, 'invalid').check(z.maxLength(FOOTER_LINKS_MAX, 'too_many')),
          [],
        ),
      }),
    ),
  ),
})
export type GivenIdentity = z.output<typeof given>

export const identityEndpoints = {
  getSite: endpoint({
    summary: 'The site as its admins present it: name, seal or logo, accent, texts, footer and pages',
    method: 'GET',
    path: '/site',
    response,
  }),

  setSite: endpoint({
    summary:
      'Changes how the site presents itself (admins), in force in every process within a second; null returns a part to its default',
    method: 'PUT',
    path: '/admin/site',
    access: 'member',
    limit: 'edit',
    body: given,
    response,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  setLogo: endpoint({
    summary: 'Gives the site a logo (admins): a PNG, WebP or JPEG, from which its icons are made',
    method: 'POST',
    path: '/admin/site/logo',
    access: 'member',
    limit: 'upload',
    upload: { field: 'logo', maxBytes: LOGO_MAX_BYTES },
    response,
    errors: ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  }),

  removeLogo: endpoint({
    summary: 'Removes the logo (admins); the seal takes its place',
    method: 'DELETE',
    path: '/admin/site/logo',
    access: 'member',
    limit: 'edit',
    response,
    errors: ['FORBIDDEN'],
  }),
}
