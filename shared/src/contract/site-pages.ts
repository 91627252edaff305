import * as z from 'zod/mini'
import { endpoint } from './define'
import { userSummary } from './entities'
import { content, flag, numberUpTo, pageSlug, time, title } from './fields'

const version = z.int().check(z.positive())

const page = z.strictObject({
  slug: z.string(),
  title: z.string(),
  /** In markup. */
  content: z.string(),
  updatedAt: time,
  /** Counts the texts of the page. */
  version,
  /** True if members must have agreed to a version of it before they write. */
  mustAgree: z.boolean(),
})
export type SitePage = z.output<typeof page>

const pageVersion = z.strictObject({
  version,
  title: z.string(),
  content: z.string(),
  updatedAt: time,
  /** Null for a default text. */
  updatedBy: z.nullable(userSummary),
})
export type PageVersion = z.output<typeof pageVersion>

const params = z.object({ slug: pageSlug })
const toAgree = { slug: z.string(), version }

export const sitePageEndpoints = {
  getPage: endpoint({
    summary: 'A page of the site: terms, privacy, help, or one that admins have added',
    method: 'GET',
    path: '/pages/:slug',
    params,
    response: z.strictObject({ page }),
    errors: ['NOT_FOUND'],
  }),

  setPage: endpoint({
    summary:
      'Writes a page (admins). With mustAgree true, threads, posts, messages, votes and uploads need agreement to this version, with false to none; otherwise that stays',
    method: 'PUT',
    path: '/admin/pages/:slug',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ title, content, mustAgree: z.optional(flag) }),
    response: z.strictObject({ page }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  deletePage: endpoint({
    summary: 'Removes a page (admins), except terms, privacy and help',
    method: 'DELETE',
    path: '/admin/pages/:slug',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  listPageVersions: endpoint({
    summary: 'The texts that a page has had, the newest first (admins)',
    method: 'GET',
    path: '/admin/pages/:slug/versions',
    access: 'member',
    params,
    response: z.strictObject({ versions: z.array(pageVersion) }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  agree: endpoint({
    summary: 'Keeps that the caller agrees to the present version of a page',
    method: 'POST',
    path: '/auth/agree',
    access: 'member',
    limit: 'edit',
    body: z.object({ slug: pageSlug, version: numberUpTo(1_000_000) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  listAgreements: endpoint({
    summary: 'What the caller has agreed to and when, and what is due before writing',
    method: 'GET',
    path: '/auth/agreements',
    access: 'member',
    confidential: true,
    response: z.strictObject({
      agreements: z.array(z.strictObject({ ...toAgree, agreedAt: time })),
      due: z.array(z.strictObject(toAgree)),
    }),
  }),
}
