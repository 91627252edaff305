import { forum } from '../../store'
import { toast } from '../../ui'
import { type PostEntity } from '../../state/thread-copy'
import { ActDialog } from '../acts/ActDialog'
import { actOnPost, POST_ACTS } from '../acts/acts'
import { actionsText } from './actions.texts'

/** Deletes another member's reply; the moderator can undo it at once. */
export function DeletePostDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const undo = async () => {
    const undone = await actOnPost(forum, 'restore_post', post)
    if (undone.ok) toast.success(actionsText('postRestored'))
    else toast.error(undone.error.message)
  }
  return (
    <ActDialog
      act={POST_ACTS.delete_post}
      title={actionsText('deletePostTitle')}
      text={actionsText('deletePostText')}
      from={{}}
      onClose={onClose}
      onConfirm={async (given) => {
        const result = await actOnPost(forum, 'delete_post', post, given)
        const action = { label: actionsText('undo'), onClick: () => void undo() }
        if (result.ok) toast.success(actionsText('postDeleted'), { action })
        return result
      }}
    />
  )
}
