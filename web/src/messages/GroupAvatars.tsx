import { type GroupConversation } from '@forum/shared/contract'
import { Avatar } from '../ui'
import { useSession } from '../state/session'

/** Number of members whose pictures stand for a group. */
const SHOWN = 3

/** The pictures of some members of a group, other than the reader, over each other. */
export function GroupAvatars({ group }: { group: GroupConversation }) {
  const userId = useSession().user?.id
  const others = group.members.filter(({ id }) => id !== userId)
  return (
    <span className="mail-stack" aria-hidden>
      {others.slice(0, SHOWN).map((member) => (
        <Avatar key={member.id} user={member} size="small" />
      ))}
    </span>
  )
}
