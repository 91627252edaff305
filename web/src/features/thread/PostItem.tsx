import { memo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { toast } from 'sonner'
import { ApiError, call } from '../../lib/api'
import { useTexts, type Translate } from '../../lib/i18n'
import { rememberPlace } from '../../lib/session'
import { useForum, useSession, type PostEntity } from '../../store'
import { classNames, ConfirmDialog, IconButton, Menu, MenuItem, RelativeTime, walkable } from '../../ui'
import { EllipsisVertical, Heart, Link2, Pencil, Quote, Trash2, Undo2 } from '../../ui/icons'
import { draftKey, drafts } from '../drafts'
import { postAbilities, threadAbilities, useThreadFacts, type ThreadFacts } from './abilities'
import { Attachments } from './Attachments'
import { AuthorBlock } from './AuthorBlock'
import { beginsWithQuoteOf, Markup } from './Markup'
import { focusPost, postAnchor, postPath } from './permalink'
import { editDraftKey, EMPTY_EDIT, PostEditor, startEdit } from './PostEditor'
import { QuotedExcerpt } from './QuotedExcerpt'
import { catchUp } from './replies'
import './post.css'

interface PostProps {
  postId: number
  threadId: number
  /** It came while the page was looked at. */
  isFresh?: boolean
  onQuote: (post: PostEntity) => void
}

/** A post at its floor, or the tombstone that keeps its place. */
export const PostItem = memo(function PostItem({ postId, threadId, isFresh = false, onQuote }: PostProps) {
  const post = useForum((state) => state.posts[postId])
  const thread = useThreadFacts(threadId)
  if (!post || !thread) return null
  return post.isDeleted ? (
    <Tombstone post={post} thread={thread} />
  ) : (
    <StandingPost post={post} thread={thread} isFresh={isFresh} onQuote={onQuote} />
  )
})

function StandingPost({
  post,
  thread,
  isFresh,
  onQuote,
}: {
  post: PostEntity
  thread: ThreadFacts
  isFresh: boolean
  onQuote: (post: PostEntity) => void
}) {
  const t = useTexts()
  const { user } = useSession()
  const { canEdit } = postAbilities(user, post, thread)
  // An edit that was left unfinished is opened again.
  const [isEditing, setIsEditing] = useState(
    () =>
      canEdit && drafts.read(draftKey(user?.id ?? null, editDraftKey(post.id)), EMPTY_EDIT).value.version > 0,
  )
  const { quotedPost } = post
  const quotesByName = quotedPost !== null && beginsWithQuoteOf(post.content, quotedPost.author.displayName)
  return (
    <article
      {...walkable}
      className={classNames('post', isFresh && 'post-fresh')}
      id={postAnchor(post.id)}
      data-number={post.number}
      aria-label={`${post.author.displayName} ${floorText(t, post)}`}
    >
      <AuthorBlock
        author={post.author}
        boardId={thread.boardId}
        isStarter={post.author.id === thread.userId}
      />
      <div className="post-main">
        <PostHead post={post} />
        {isEditing ? (
          <PostEditor
            post={post}
            onClose={() => {
              setIsEditing(false)
              focusPost(post.id)
            }}
          />
        ) : (
          <>
            {quotedPost && <QuotedExcerpt quoted={quotedPost} threadId={thread.id} />}
            <Markup
              source={post.content}
              quoteShownFor={quotesByName ? quotedPost.author.displayName : undefined}
            />
            <Attachments attachments={post.attachments} />
            {post.author.signature !== '' && <p className="post-signature">{post.author.signature}</p>}
            <PostActions
              post={post}
              thread={thread}
              onQuote={onQuote}
              onEdit={() => {
                startEdit(user?.id ?? null, post)
                setIsEditing(true)
              }}
            />
          </>
        )}
      </div>
    </article>
  )
}

/** 楼主 #1, 12 楼: where a post stands. */
function floorText(t: Translate, post: PostEntity): string {
  return post.isOpeningPost ? t('thread.openingFloor') : t('thread.floor', { n: post.number })
}

function PostHead({ post }: { post: PostEntity }) {
  const t = useTexts()
  const byAnother = post.editedBy !== null && post.editedBy.id !== post.author.id ? post.editedBy : null
  return (
    <div className="post-head">
      <RelativeTime at={post.createdAt} />
      {post.editedAt !== null && (
        <span>
          {byAnother ? t('thread.lastEditedBy', { name: byAnother.displayName }) : t('thread.lastEdited')}{' '}
          <RelativeTime at={post.editedAt} />
        </span>
      )}
      <Link className="post-floor num" to={postPath(post)}>
        {floorText(t, post)}
      </Link>
    </div>
  )
}

function PostActions({
  post,
  thread,
  onQuote,
  onEdit,
}: {
  post: PostEntity
  thread: ThreadFacts
  onQuote: (post: PostEntity) => void
  onEdit: () => void
}) {
  const t = useTexts()
  const { user } = useSession()
  const { canEdit } = postAbilities(user, post, thread)
  const { takesReplies } = threadAbilities(user, thread)
  const navigate = useNavigate()
  const signInFirst = () => {
    rememberPlace()
    void navigate('/login')
  }
  return (
    <div className="post-actions">
      <LikeButton post={post} onAnonymous={signInFirst} />
      {takesReplies && (
        <button
          type="button"
          className="post-act"
          onClick={() => {
            if (user) onQuote(post)
            else signInFirst()
          }}
        >
          <Quote aria-hidden />
          {t('thread.quote')}
        </button>
      )}
      {canEdit && (
        <button type="button" className="post-act" onClick={onEdit}>
          <Pencil aria-hidden />
          {t('common.edit')}
        </button>
      )}
      <PostMenu post={post} thread={thread} />
    </div>
  )
}

/** A like shows at once and is taken back when the server refuses. */
function LikeButton({ post, onAnonymous }: { post: PostEntity; onAnonymous: () => void }) {
  const t = useTexts()
  const { user } = useSession()
  const update = useForum((state) => state.update)
  const isOwn = user?.id === post.author.id
  const like = async () => {
    if (!user) {
      onAnonymous()
      return
    }
    const liked = !post.likedByMe
    const set = (isLiked: boolean, likeCount: number, seq = post.seq) => {
      update((state) => {
        const known = state.posts[post.id]
        if (!known) return
        known.likedByMe = isLiked
        // News of the post carries the true count.
        if (known.seq === seq) known.likeCount = likeCount
      })
    }
    set(liked, Math.max(0, post.likeCount + (liked ? 1 : -1)))
    try {
      const answer = await call('likePost', { params: { postId: post.id }, body: { liked } })
      set(answer.liked, answer.likeCount)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      set(!liked, post.likeCount)
      toast.error(error.message)
    }
  }
  return (
    <button
      type="button"
      className={classNames('post-act num', post.likedByMe && 'post-act-on')}
      aria-pressed={post.likedByMe}
      disabled={isOwn}
      title={isOwn ? t('thread.ownPost') : undefined}
      onClick={() => void like()}
    >
      <Heart aria-hidden />
      {post.likedByMe ? t('thread.liked') : t('thread.like')}
      {post.likeCount > 0 && ` ${post.likeCount}`}
    </button>
  )
}

function PostMenu({ post, thread }: { post: PostEntity; thread: ThreadFacts }) {
  const t = useTexts()
  const { user } = useSession()
  const { canDelete, canRestore } = postAbilities(user, post, thread)
  const [isAsking, setIsAsking] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await catchUp(thread.id)
      // The post is drawn anew, and what had the focus in it is gone.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPost(post.id)
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.origin + postPath(post))
    toast.success(t('thread.linkCopied'))
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton ref={more} label={t('common.moreActions')} className="post-more">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink()}>
          {t('thread.copyLink')}
        </MenuItem>
        {canDelete && (
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={() => {
              setIsAsking(true)
            }}
          >
            {t('common.delete')}
          </MenuItem>
        )}
        {canRestore && (
          <MenuItem
            icon={<Undo2 aria-hidden />}
            onSelect={() => void act(() => call('restorePost', { params: { postId: post.id } }))}
          >
            {t('thread.restore')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('thread.confirmDelete')}
        text={t('thread.confirmDeleteText')}
        confirmLabel={t('common.delete')}
        danger
        returnFocusTo={more}
        onConfirm={() => void act(() => call('deletePost', { params: { postId: post.id } }))}
      />
    </>
  )
}

/** A deleted reply keeps its floor; those who moderate still see what it said. */
function Tombstone({ post, thread }: { post: PostEntity; thread: ThreadFacts }) {
  const t = useTexts()
  const { user } = useSession()
  const { canRestore } = postAbilities(user, post, thread)
  return (
    <article
      {...walkable}
      className="tombstone"
      id={postAnchor(post.id)}
      data-number={post.number}
      aria-label={floorText(t, post)}
    >
      <div className="tombstone-line">
        <span>{post.deletedBy === 'author' ? t('thread.deletedByAuthor') : t('thread.deletedByMod')}</span>
        <Link className="post-floor num" to={postPath(post)}>
          {floorText(t, post)}
        </Link>
        {canRestore && <PostMenu post={post} thread={thread} />}
      </div>
      {post.content !== '' && (
        <div className="tombstone-content">
          <b>{post.author.displayName}</b>
          <Markup source={post.content} />
        </div>
      )}
    </article>
  )
}
