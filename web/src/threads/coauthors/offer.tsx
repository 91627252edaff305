import { onDemand } from '../../ui'
import { Users } from '../../ui/icons'
import { type Offers } from '../../state/offers'
import { coauthorsText } from './coauthors.texts'

/** The item of an opening post's menu by which its author invites others, and these leave. */
export const coauthorsOffer: Offers['postMenu'][number] = {
  name: 'coauthors',
  label: () => coauthorsText('manage'),
  icon: <Users aria-hidden />,
  isOffered: ({ id }, { post }) => {
    if (post.isDeleted || post.author.isAnonymous) return false
    const isCoauthor = post.coauthors?.some((one) => one.id === id) ?? false
    return isCoauthor || (post.author.id === id && (post.isOpeningPost || post.coauthors !== undefined))
  },
  dialog: onDemand(async () => {
    const { CoauthorsDialog } = await import('./CoauthorsDialog')
    return {
      Component: ({ subject: { post }, onClose }) => <CoauthorsDialog post={post} onClose={onClose} />,
    }
  }),
}
