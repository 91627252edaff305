import {
  mayAdminister,
  mayDiscipline,
  mayHandleCase,
  mayMuteInBoard,
  mayPurge,
  mayReadDiscipline,
  mayRevealAuthor,
} from '@forum/shared/policies'
import { onDemand } from '../ui'
import { Ban, ShieldCheck, Trash2, UserRoundSearch } from '../ui/icons'
import { type Offers } from '../state/offers'
import { type PostEntity } from '../state/thread-copy'
import { type EraseScope } from './erasures/erasures.actions'
import { purgeText } from './purges/purge.texts'
import { forModerators } from './for-moderators'
import { boardMuteText } from './discipline/board-mute.texts'
import { moderationOffersText } from './moderation-offers.texts'

/** Returns the erasures in the menu of a post. The first is preselected: the smallest that leaves none of its words. */
const scopesOf = ({ id, threadId, isOpeningPost, version, attachments }: PostEntity): EraseScope[] => [
  { scope: isOpeningPost ? 'opening' : 'post', what: { postIds: [id] } },
  ...(isOpeningPost ? [{ scope: 'thread' as const, what: { threadId } }] : []),
  ...(version > 1 ? [{ scope: 'version' as const, postId: id }] : []),
  ...(attachments.length > 0 ? [{ scope: 'file' as const, files: attachments }] : []),
]

/** The moderators' tools on the screens of members, threads and boards. */
export const moderationOffers: Pick<Offers, 'postStaffMenu' | 'memberMenu' | 'threadChoice'> = {
  postStaffMenu: [
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
    {
      name: 'muteHere',
      label: () => boardMuteText('offer'),
      icon: <Ban aria-hidden />,
      // Only the server knows whether the author moderates the board too.
      isOffered: (actor, { post: { author }, boardId }) =>
        author.isAnonymous !== true &&
        mayMuteInBoard(actor, { ...author, isModerator: false }, boardId) === 'allowed',
      dialog: onDemand(async () => {
        const { BoardMuteDialog } = await forModerators(import('./discipline/BoardMuteDialog'))
        return {
          Component: ({ subject: { post, boardId }, onClose }) => (
            <BoardMuteDialog user={post.author} boardId={boardId} onClose={onClose} />
          ),
        }
      }),
    },
    {
      name: 'reveal',
      label: () => moderationOffersText('reveal'),
      icon: <UserRoundSearch aria-hidden />,
      isOffered: (actor, { post }) =>
        post.author.isAnonymous === true && mayRevealAuthor(actor) === 'allowed',
      dialog: onDemand(async () => {
        const { RevealAuthorDialog } = await import('./RevealAuthorDialog')
        return {
          Component: ({ subject, onClose }) => (
            <RevealAuthorDialog postId={subject.post.id} onClose={onClose} />
          ),
        }
      }),
    },
    {
      name: 'erase',
      label: () => moderationOffersText('erase'),
      icon: <Trash2 aria-hidden />,
      isOffered: (actor) => mayAdminister(actor) === 'allowed',
      dialog: onDemand(async () => {
        const { EraseDialog } = await import('./erasures/EraseDialog')
        return {
          Component: ({ subject: { post }, onClose }) => (
            <EraseDialog scopes={scopesOf(post)} onClose={onClose} />
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
    {
      name: 'erase',
      label: () => moderationOffersText('erase'),
      isOffered: (actor, user) => mayAdminister(actor) === 'allowed' && actor.id !== user.id,
      dialog: onDemand(async () => {
        const { EraseDialog } = await import('./erasures/EraseDialog')
        return {
          Component: ({ subject, onClose }) => (
            <EraseDialog scopes={[{ scope: null, what: { userId: subject.id } }]} onClose={onClose} />
          ),
        }
      }),
    },
  ],
  threadChoice: onDemand(async () => ({ Component: (await import('./batch/BatchBar')).BatchBar })),
}
