import type { ThreadEventDoc } from '../log'
import type { ModerationAct } from './notifications.model'

/** Returns the moderation act of an event that its author is notified of; null if there is none. */
export function actOf({ kind, thread, post }: ThreadEventDoc): ModerationAct | null {
  switch (kind) {
    case 'post.deleted':
      return 'postDeleted'
    case 'post.restored':
      return 'postRestored'
    case 'post.edited':
      return post ? 'postEdited' : null
    case 'thread.deleted':
      return 'threadDeleted'
    case 'thread.restored':
      return 'threadRestored'
    case 'thread.renamed':
      return 'threadRenamed'
    case 'thread.moved':
      return 'threadMoved'
    case 'thread.pinned':
      return thread.isPinned ? 'threadPinned' : 'threadUnpinned'
    case 'thread.locked':
      return thread.isLocked ? 'threadLocked' : 'threadUnlocked'
    case 'thread.featured':
      return thread.isFeatured ? 'threadFeatured' : 'threadUnfeatured'
    default:
      return null
  }
}
