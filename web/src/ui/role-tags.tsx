import { type Role, type User } from '@forum/shared/contract'
import { roleText } from './role.texts'
import { Tag } from './tag'

/** The tags of a member's role: 管理员, 版主, 本版版主, 已封禁; and 楼主 for the author of the thread. Renders nothing for others. */
export function RoleTags({
  role,
  isStarter = false,
  moderatesBoard = false,
  status = 'active',
}: {
  role: Role
  isStarter?: boolean
  moderatesBoard?: boolean
  status?: User['status']
}) {
  return (
    <>
      {role === 'admin' && <Tag tone="link">{roleText('admin')}</Tag>}
      {role === 'moderator' && <Tag tone="live">{roleText('moderator')}</Tag>}
      {role === 'user' && moderatesBoard && <Tag tone="live">{roleText('boardModerator')}</Tag>}
      {status === 'banned' && <Tag tone="danger">{roleText('banned')}</Tag>}
      {isStarter && <Tag tone="seal">{roleText('op')}</Tag>}
    </>
  )
}
