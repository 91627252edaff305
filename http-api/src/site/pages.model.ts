import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

/** A page that admins have written. */
export interface StoredPage {
  slug: string
  title: string
  content: string
  /** Counts its texts; a default text is the first. */
  version: number
  /** The first version that satisfies the duty to agree before writing; 0 if there is no such duty. */
  agreedFrom: number
  updatedAt: Date
  updatedBy: number
}

const fields = {
  _id: field.string,
  pages: field.mixed<StoredPage[]>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The pages of the site: a single document, which exists once an admin has written one. */
export type SitePagesDoc = DocumentOf<typeof fields>
export const sitePagesCollection = defineCollection('sitePages', fields, [UNFINISHED_INDEX])

const versionFields = {
  /** `terms:2` */
  _id: field.string,
  slug: field.string,
  version: field.number,
  title: field.string,
  content: field.string,
  updatedAt: field.date,
  updatedBy: field.number,
}

/** An earlier text of a page. */
export type PageVersionDoc = DocumentOf<typeof versionFields>
export const pageVersionsCollection = defineCollection('pageVersions', versionFields, [
  { key: { slug: 1, version: -1 } },
])

export const agreementFields = {
  /** `7:terms:2` */
  _id: field.string,
  userId: field.number,
  slug: field.own(field.string),
  version: field.own(field.number),
  at: field.own(field.date),
}

/** That a member agreed to a version of a page. */
export type AgreementDoc = DocumentOf<typeof agreementFields>
export const agreementsCollection = defineCollection('agreements', agreementFields, [
  { key: { userId: 1, slug: 1, version: -1 } },
])
