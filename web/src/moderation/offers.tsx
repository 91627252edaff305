import { mayDiscipline, mayHandleCase, mayPurge, mayReadDiscipline } from '@forum/shared/policies'
import { onDemand } from '../ui'
import { Ban, ShieldCheck } from '../ui/icons'
import { type Offers } from '../state/offers'
import { purgeText } from './purges/purge.texts'
import { forModerators } from './for-moderators'
import { moderationOffersText } from './moderation-offers.texts'

/** What moderators may do from the screens of members, threads and boards. */
export const moderationOffers: Pick<Offers, 'postMenu' | 'memberMenu' | 'threadChoice'> = {
  postMenu: [
    {
      name: 'cases',
      label: () => moderationOffersText('cases'),
      icon: <ShieldCheck aria-hidden />,
      isOffered: (actor, { post, boardId }) =>
        mayHandleCase(actor, { boardId, author: post.author }) === 'allowed',
      dialog: onDemand(async () => {
        const { PostCasesDialog } = await forModerators(import('./cases/PostCasesDialog'))
        return {
          Component: ({ subject, onClose }) => <PostCasesDialog postId={subject.post.id} onClose={onClose} />,
        }
      }),
    },
    {
      name: 'mute',
      label: () => moderationOffersText('mute'),
      icon: <Ban aria-hidden />,
      isOffered: (actor, { post }) => mayDiscipline(actor, post.author) === 'allowed',
      dialog: onDemand(async () => {
        const { DisciplineDrawer } = await forModerators(import('./discipline/DisciplineDrawer'))
        return {
          Component: ({ subject, onClose }) => (
            <DisciplineDrawer userId={subject.post.author.id} measure="mute" onClose={onClose} />
          ),
        }
      }),
    },
  ],
  memberMenu: [
    {
      name: 'record',
      label: () => moderationOffersText('record'),
      isOffered: (actor, user) => mayReadDiscipline(actor, user) === 'allowed',
      dialog: onDemand(async () => {
        const { DisciplineDrawer } = await forModerators(import('./discipline/DisciplineDrawer'))
        return {
          Component: ({ subject, onClose }) => <DisciplineDrawer userId={subject.id} onClose={onClose} />,
        }
      }),
    },
    {
      name: 'purge',
      label: () => purgeText('open'),
      isOffered: (actor, user) => mayPurge(actor, user) === 'allowed',
      dialog: onDemand(async () => {
        const { PurgeDialog } = await import('./purges/PurgeDialog')
        return { Component: ({ subject, onClose }) => <PurgeDialog user={subject} onClose={onClose} /> }
      }),
    },
  ],
  threadChoice: onDemand(async () => ({ Component: (await import('./batch/BatchBar')).BatchBar })),
}
