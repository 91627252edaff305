import { forum } from '../../store'
import { type PostEntity } from '../../state/thread-copy'
import { ReportDialog } from './ReportDialog'
import { reportText } from './report.texts'
import { reportPost } from './reports.actions'

/** Reports a post to the moderators. */
export function ReportPostDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  return (
    <ReportDialog
      title={post.isOpeningPost ? reportText('opening') : reportText('reply', { n: post.number })}
      send={(reason) => reportPost(forum, post.id, reason)}
      onClose={onClose}
    />
  )
}
