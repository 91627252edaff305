import type { ForumApi } from '@forum/http-api'
import { ForumError } from '@forum/shared/errors'
import type { Config } from './config'

/** The first admin could not be created; the message says why and what to do. */
export class FirstAdminError extends Error {
  override readonly name = 'FirstAdminError'
}

/**
 * Creates the admin of `ADMIN_*` if there is no admin yet. Of several processes that start at the same time, one
 * creates the admin and the others carry on.
 *
 * @returns whether this call created the admin
 */
export async function createFirstAdmin(api: ForumApi, admin: Config['admin']): Promise<boolean> {
  const hasAdmin = async () => (await api.db.members.findOne({ role: 'admin' })) !== null
  if (!admin || (await hasAdmin())) return false
  try {
    await api.services.auth.createMember({ ...admin, role: 'admin' })
    return true
  } catch (error) {
    if (!(error instanceof ForumError) || !/^(USERNAME|EMAIL)_TAKEN$/.test(error.code)) throw error
    // Another process created the admin first.
    if (await hasAdmin()) return false
    throw new FirstAdminError(
      `The first admin cannot be created: ADMIN_USERNAME ${admin.username} or ADMIN_EMAIL belongs to a member. Choose others.`,
      { cause: error },
    )
  }
}
