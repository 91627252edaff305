import { forum } from '../../store'
import { onDemand } from '../../ui'
import { Bookmark } from '../../ui/icons'
import { withSlices } from '../../state/area'
import { type Offers } from '../../state/offers'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { keepPostText } from './keep-post.texts'

/** The item of a post's menu that bookmarks it. */
export const keptOffers: Pick<Offers, 'postMenu'> = {
  postMenu: [
    {
      name: 'keep',
      label: ({ post }) => keepPostText(isKept(post) ? 'change' : 'keep'),
      icon: <Bookmark aria-hidden />,
      isOffered: (_, { post }) => !post.isDeleted,
      dialog: onDemand(async () => {
        const { KeepPostDialog } = await withSlices(
          import('./KeepPostDialog'),
          import('./kept.slice').then(({ keptSlice }) => [keptSlice]),
        )
        return {
          Component: ({ subject: { post }, onClose }) => <KeepPostDialog post={post} onClose={onClose} />,
        }
      }),
    },
  ],
}

const isKept = ({ id, threadId }: PostEntity): boolean =>
  forum.read(threadCopySlice).threads[threadId]?.viewer?.bookmarkedPostIds.includes(id) ?? false
