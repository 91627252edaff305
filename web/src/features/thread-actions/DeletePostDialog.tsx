import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { toast } from '../../ui'
import { type PostEntity } from '../thread-log'
import { ActDialog } from './ActDialog'
import './texts'

/** Deletes another member's reply; the moderator can undo it at once. */
export function DeletePostDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const t = useTexts()
  const remove = async (reason: string) => {
    const { deletePost, restorePost } = useForum.getState()
    const result = await deletePost(post, reason)
    const undo = async () => {
      const undone = await restorePost(post)
      if (undone.ok) toast.success(t('acts.postRestored'))
      else toast.error(undone.error.message)
    }
    if (result.ok) {
      toast.success(t('acts.postDeleted'), { action: { label: t('acts.undo'), onClick: () => void undo() } })
    }
    return result
  }
  return (
    <ActDialog
      title={t('acts.deletePostTitle')}
      text={t('acts.deletePostText')}
      confirmLabel={t('acts.delete')}
      danger
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
