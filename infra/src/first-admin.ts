import type { ForumApi } from '@forum/http-api'
import type { Config } from './config'

/** Creates the admin of `ADMIN_*` if there is no admin yet. */
export async function makeFirstAdmin(api: ForumApi, admin: Config['admin']): Promise<boolean> {
  if (!admin || (await api.db.members.exists({ role: 'admin' }))) return false
  await api.services.auth.createMember({ ...admin, role: 'admin', signature: '' })
  return true
}
