import { type GivenSettings, type SynonymTable } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** Finds members by the beginning of their username or a part of their name; without a text, all moderators and admins. */
export const findMembers = (forum: Forum, q: string) =>
  resultOf(forum.call('listMembers', { query: { limit: 100, ...(q === '' ? {} : { q }) } }))

/** Members with an open account, the newest first. */
export const loadNewestMembers = (forum: Forum, page: number) =>
  resultOf(forum.call('listUsers', { query: { page, limit: 50 } }))

export const loadMemberSessions = (forum: Forum, userId: number) =>
  resultOf(forum.call('listMemberSessions', { params: { userId } }).then(({ sessions }) => sessions))

/** Signs a member out everywhere. */
export const endMemberSessions = (forum: Forum, userId: number) =>
  resultOf(forum.call('endMemberSessions', { params: { userId } }))

export const loadSettings = (forum: Forum) =>
  resultOf(forum.call('getSettings').then(({ settings }) => settings))

/** Changes the given settings; asks for the password if it was typed too long ago. */
export const saveSettings = (forum: Forum, settings: GivenSettings) =>
  resultOf(
    withFreshPassword(forum, () => forum.call('setSettings', { body: { settings } })).then(
      ({ settings: saved }) => saved,
    ),
  )

/** Gives a member another username; asks for the password if it was typed too long ago. */
export const renameMember = (forum: Forum, userId: number, username: string) =>
  resultOf(
    withFreshPassword(forum, () =>
      forum.call('renameMember', { params: { userId }, body: { username } }),
    ).then(() => undefined),
  )

export const loadHealth = (forum: Forum) => resultOf(forum.call('getSiteHealth').then(({ health }) => health))

export const loadInvitations = (forum: Forum) =>
  resultOf(forum.call('listInvitations').then(({ invitations }) => invitations))

export const createInvitation = (forum: Forum, body: { uses: number; days: number }) =>
  resultOf(forum.call('createInvitation', { body }).then(({ invitation }) => invitation))

export const withdrawInvitation = (forum: Forum, code: string) =>
  resultOf(forum.call('withdrawInvitation', { params: { code } }))

export const loadSynonyms = (forum: Forum) => resultOf(forum.call('getSynonyms'))

/** The saved table of synonyms, or the newer one that prevented saving. */
export interface SavedOrNewer {
  table: SynonymTable
  isSaved: boolean
}

/** Replaces the table of synonyms (null for the default), or loads it if it has changed since that revision. */
export async function saveSynonymsOrReadNewer(
  forum: Forum,
  synonyms: string[][] | null,
  revision: number,
): Promise<Result<SavedOrNewer>> {
  const saved = await resultOf(forum.call('setSynonyms', { body: { synonyms, revision } }))
  const isSaved = saved.ok || saved.error.code !== 'CONFLICT'
  const table = isSaved ? saved : await loadSynonyms(forum)
  return table.ok ? { ok: true, value: { table: table.value, isSaved } } : table
}
