import type { ForumApi } from '@forum/http-api'
import type { Config } from './config'

/** Makes the admin of `ADMIN_*` where there is no admin yet (contract §8). */
export async function makeFirstAdmin(api: ForumApi, admin: Config['admin']): Promise<boolean> {
  if (!admin || (await api.db.members.exists({ role: 'admin' }))) return false
  await api.services.auth.createMember({ ...admin, role: 'admin', signature: '' })
  return true
}
