import { forum } from '../../store'
import { toast } from '../../ui'
import { type PostEntity } from '../../state/thread-copy'
import { ActDialog } from './ActDialog'
import { actionsText } from './actions.texts'
import { deletePost, restorePost } from './thread-actions.actions'

/** Deletes another member's reply; the moderator can undo it at once. */
export function DeletePostDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const remove = async (reason: string) => {
    const result = await deletePost(forum, post, reason)
    const undo = async () => {
      const undone = await restorePost(forum, post)
      if (undone.ok) toast.success(actionsText('postRestored'))
      else toast.error(undone.error.message)
    }
    if (result.ok) {
      toast.success(actionsText('postDeleted'), {
        action: { label: actionsText('undo'), onClick: () => void undo() },
      })
    }
    return result
  }
  return (
    <ActDialog
      title={actionsText('deletePostTitle')}
      text={actionsText('deletePostText')}
      confirmLabel={actionsText('delete')}
      danger
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
