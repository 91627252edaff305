import { useNavigate } from 'react-router-dom'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { copyToClipboard, IconButton, Menu, MenuItem, MenuLine, toast } from '../../ui'
import {
  EllipsisVertical,
  CircleCheck,
  Flag,
  Heart,
  History,
  Link2,
  Pencil,
  CircleAlert,
  Trash2,
  Undo2,
  UserRoundSearch,
} from '../../ui/icons'
import { useSession } from '../../state/session'
import { useMenuOffers, useOffers } from '../../state/offers'
import { beginChoice } from '../post-choice/choice'
import { postChoiceText } from '../post-choice/post-choice.texts'
import { coauthorsOffer } from '../coauthors/offer'
import { ReportPostDialog } from '../reports/ReportPostDialog'
import { useSignInFirst } from '../../accounts'
import { DeletePostDialog } from '../thread-actions/DeletePostDialog'
import { HistoryDialog } from '../thread-actions/HistoryDialog'
import { LikesDialog } from '../thread-actions/LikesDialog'
import { actOnPost } from '../acts/acts'
import { isOwnPost, isSameAuthor, type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { deleteSoon } from '../../state/deletions'
import { AnswerItem } from './AnswerItem'
import { postAbilities, threadAbilities, type ThreadFacts, useCanReadHistory } from './abilities'
import { authorPath, focusPost, postPath, wantedOf } from './permalink'
import { threadText } from './thread.texts'

interface MenuRequest {
  postId: number
  thread: ThreadFacts
  button: HTMLButtonElement
  /** Opens the editor; undefined if the post has its own edit button. */
  onEdit: (() => void) | undefined
}

/** The dialogs that the menu opens. */
type Asking = 'delete' | 'likes' | 'history' | 'report'

const OpenPostMenu = createContext<(request: MenuRequest) => void>(() => undefined)

/** Provides the one menu and the one dialog that all posts of a page share: a post renders only a button. */
export function PostMenuProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<MenuRequest | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const openMenu = useCallback((next: MenuRequest) => {
    setRequest(next)
    setIsOpen(true)
  }, [])
  const post = useForum((read) => (request ? read(threadCopySlice).posts[request.postId] : undefined))
  return (
    <OpenPostMenu value={openMenu}>
      {children}
      {/* In the body, since its position is relative to the top left of the page. */}
      {request &&
        post &&
        createPortal(
          <OpenMenu request={request} post={post} isOpen={isOpen} setIsOpen={setIsOpen} />,
          document.body,
        )}
    </OpenPostMenu>
  )
}

/** The button of a post that opens the shared menu. */
export function PostMenuButton({
  post,
  thread,
  onEdit,
}: {
  post: PostEntity
  thread: ThreadFacts
  onEdit?: () => void
}) {
  const openMenu = use(OpenPostMenu)
  return (
    <IconButton
      label={threadText('moreActions')}
      className="post-more"
      aria-haspopup="menu"
      onClick={({ currentTarget: button }) => {
        openMenu({ postId: post.id, thread, button, onEdit })
      }}
    >
      <EllipsisVertical aria-hidden />
    </IconButton>
  )
}

/** Shows the error of a failed change of a post; otherwise keeps the focus at the post. */
async function showChange({ id }: PostEntity, change: ReturnType<typeof actOnPost>): Promise<void> {
  const result = await change
  if (!result.ok) {
    toast.error(result.error.message)
    return
  }
  // The element that had the focus is gone with the old rendering of the post.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusPost(id)
  })
}

function OpenMenu({
  request: { thread, button, onEdit },
  post,
  isOpen,
  setIsOpen,
}: {
  request: MenuRequest
  post: PostEntity
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}) {
  const { user } = useSession()
  const navigate = useNavigate()
  const { canDelete, canRestore, canReport } = postAbilities(user, post, thread)
  const canReadHistory = useCanReadHistory(post, thread)
  const canChoose = !post.isOpeningPost && threadAbilities(user, thread).canModerate
  // Of anonymous authors, only the starter of the thread has an address.
  const isFollowable = useForum((read) => {
    const starter = read(threadCopySlice).threads[thread.id]?.author
    return !post.author.isAnonymous || (starter !== undefined && isSameAuthor(starter, post.author))
  })
  const [asking, setAsking] = useState<Asking | null>(null)
  const openDialog = (kind: Asking) => () => {
    setAsking(kind)
  }
  const returnFocus = () => {
    button.focus({ preventScroll: true })
  }
  const close = () => {
    setAsking(null)
    returnFocus()
  }
  const { postMenu, postStaffMenu } = useOffers()
  const subject = { post, boardId: thread.boardId }
  const offered = useMenuOffers([coauthorsOffer, ...postMenu], subject, returnFocus)
  const staffOffered = useMenuOffers(postStaffMenu, subject, returnFocus)
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <>
      <Menu
        open={isOpen}
        onOpenChange={setIsOpen}
        returnFocusTo={button}
        trigger={
          // Covers the button exactly, to position the menu. While closed it has no size: otherwise it could extend
          // beyond a page that has become smaller.
          <span
            aria-hidden
            className="post-menu-anchor"
            style={isOpen ? { left: left + scrollX, top: top + scrollY, width, height } : undefined}
          />
        }
      >
        <MenuItem
          icon={<Link2 aria-hidden />}
          onSelect={() => void copyToClipboard(location.origin + postPath(post), threadText('linkCopied'))}
        >
          {threadText('copyLink')}
        </MenuItem>
        {onEdit && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            {commonText('edit')}
          </MenuItem>
        )}
        {post.likeCount > 0 && (
          <MenuItem icon={<Heart aria-hidden />} onSelect={openDialog('likes')}>
            {threadText('likes')}
          </MenuItem>
        )}
        {post.isEdited && canReadHistory && (
          <MenuItem icon={<History aria-hidden />} onSelect={openDialog('history')}>
            {threadText('history')}
          </MenuItem>
        )}
        {!post.isOpeningPost && !post.isDeleted && isFollowable && (
          <MenuItem
            icon={<UserRoundSearch aria-hidden />}
            onSelect={() => void navigate(authorPath(thread.id, post.author.id))}
          >
            {threadText('onlyAuthor')}
          </MenuItem>
        )}
        <AnswerItem post={post} />
        {offered.entries}
        <ReportItems post={post} canReport={canReport} onReport={openDialog('report')} />
        {canDelete && (
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={
              isOwnPost(user?.id, post)
                ? () => void showChange(post, deleteSoon(forum, `post:${post.id}`, post.threadId))
                : openDialog('delete')
            }
          >
            {commonText('delete')}
          </MenuItem>
        )}
        <ModeratorItems post={post} canRestore={canRestore} canChoose={canChoose} />
        {staffOffered.entries.length > 0 && <MenuLine />}
        {staffOffered.entries}
      </Menu>
      {asking && <PostDialog kind={asking} post={post} onClose={close} />}
      {offered.dialog}
      {staffOffered.dialog}
    </>
  )
}

function PostDialog({ kind, ...dialog }: { kind: Asking; post: PostEntity; onClose: () => void }) {
  switch (kind) {
    case 'delete':
      return <DeletePostDialog {...dialog} />
    case 'likes':
      return <LikesDialog {...dialog} />
    case 'history':
      return <HistoryDialog {...dialog} />
    case 'report':
      return <ReportPostDialog {...dialog} />
  }
}

/** Members report a post; people without an account complain about it. */
function ReportItems({
  post,
  canReport,
  onReport,
}: {
  post: PostEntity
  canReport: boolean
  onReport: () => void
}) {
  const { user } = useSession()
  const navigate = useNavigate()
  const signInFirst = useSignInFirst()
  return (
    <>
      {canReport && (
        <MenuItem
          icon={<Flag aria-hidden />}
          onSelect={() => {
            if (!signInFirst(wantedOf('report', post))) onReport()
          }}
        >
          {threadText('report')}
        </MenuItem>
      )}
      {user === null && !post.isDeleted && (
        <MenuItem
          icon={<CircleAlert aria-hidden />}
          onSelect={() =>
            void navigate(`/complaint?url=${encodeURIComponent(location.origin + postPath(post))}`)
          }
        >
          {threadText('complain')}
        </MenuItem>
      )}
    </>
  )
}

function ModeratorItems({
  post,
  canRestore,
  canChoose,
}: {
  post: PostEntity
  canRestore: boolean
  canChoose: boolean
}) {
  return (
    <>
      {canRestore && (
        <MenuItem
          icon={<Undo2 aria-hidden />}
          onSelect={() => void showChange(post, actOnPost(forum, 'restore_post', post))}
        >
          {threadText('restore')}
        </MenuItem>
      )}
      {canChoose && (
        <MenuItem
          icon={<CircleCheck aria-hidden />}
          onSelect={() => {
            beginChoice(post.threadId, post.id)
          }}
        >
          {postChoiceText('begin')}
        </MenuItem>
      )}
    </>
  )
}
