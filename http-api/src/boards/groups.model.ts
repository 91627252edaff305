import type { GroupJoining } from '@forum/shared/access'
import type { MemberDoc } from '../members'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

/** A group of members that boards can be open to. */
export interface StoredGroup {
  id: number
  name: string
  joining: GroupJoining
  /** The code that admits members; null unless the group is joined by code. */
  code: string | null
  /** The days since joining and the number of posts that a member needs, in a group that fills automatically. */
  days: number
  posts: number
}

const fields = {
  _id: field.string,
  groups: field.mixed<StoredGroup[]>(),
  /** Ids are never used twice, so that a board never opens to another group. */
  lastId: field.number,
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The groups: a single document, since every reader's rights depend on all of them. Members carry which they are in. */
export type GroupsDoc = DocumentOf<typeof fields>
export const groupsCollection = defineCollection('groups', fields, [UNFINISHED_INDEX])

const membershipFields = {
  /** `groupId:userId` */
  _id: field.string,
  groupId: field.own(field.number),
  userId: field.number,
  /** Since when the member asks to join. */
  askedAt: field.own(field.date),
}

/** A member asks to join a group. */
export type GroupRequestDoc = DocumentOf<typeof membershipFields>
export const groupRequestFields = membershipFields
export const groupRequestCollection = defineCollection('groupRequests', membershipFields, [
  { key: { groupId: 1, askedAt: 1 } },
  { key: { userId: 1 } },
])
export const groupRequestId = (groupId: number, userId: number): string => `${groupId}:${userId}`

/** The fields of an account that decide which boards its member sees. */
export type AdmittedMember = Pick<MemberDoc, '_id' | 'role' | 'groupIds' | 'joinedAt' | 'postCount'>
