import { type Author } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { announce, Button, classNames, RelativeTime, walkable, toast } from '../../ui'
import { Bookmark, Check, Heart, MessageSquare, Pencil, Quote } from '../../ui/icons'
import { useSession } from '../../state/session'
import { blocksSlice, isHidden } from '../../state/blocks'
import { draftKey, drafts } from '../../state/drafts'
import { Coauthors } from '../coauthors/Coauthors'
import { ThreadPoll } from '../polls/ThreadPoll'
import { LikesDialog } from '../thread-actions/LikesDialog'
import { PostCheck } from '../post-choice/PostCheck'
import { isOwnPost, isSameAuthor, type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { useSignInFirst } from '../../accounts'
import { deletionsSlice, undoDeletion } from '../../state/deletions'
import { isCoauthor, postAbilities, threadAbilities, useThreadFacts, type ThreadFacts } from './abilities'
import { Answer } from './Answer'
import { Attachments } from './Attachments'
import { AuthorBlock } from './AuthorBlock'
import { EditedMark } from './EditedMark'
import { FoldedPost } from './FoldedPost'
import { FoldedText } from './FoldedText'
import { quotesInText } from './answered-quotes'
import { Markup } from './Markup'
import { outsideText } from './parsed'
import { shrinkOpenDock } from './use-only-dock'
import { focusPost, numberText, postAnchor, postPath, wantedOf } from './permalink'
import { PostBoxes } from './PostBoxes'
import { PostContents } from './PostContents'
import { PostMenuButton } from './PostMenu'
import { editDraftKey, EMPTY_EDIT, PostEdit, startEdit } from './PostEditor'
import { PostLine } from './PostLine'
import { QuotedExcerpt } from './QuotedExcerpt'
import { Responses } from './Responses'
import { threadText } from './thread.texts'
import { likePost } from './thread.actions'
import { useIsQuoted } from './use-quoting'
import { useResponses } from './use-responses'
import './post.css'

interface PostProps {
  postId: number
  threadId: number
  /** True if it arrived while the page was open. */
  isFresh?: boolean
  /** True if the author's signature is shown: once per author and page. */
  isSigned?: boolean
  /** Approximate number of characters rendered so far: a long page is rendered in steps. */
  upTo?: number
  onQuote: (post: PostEntity) => void
}

/** A post, or the tombstone that keeps its number. */
export const PostItem = memo(function PostItem({
  postId,
  threadId,
  isFresh = false,
  isSigned = false,
  upTo = Infinity,
  onQuote,
}: PostProps) {
  const post = useForum((read) => read(threadCopySlice).posts[postId])
  const thread = useThreadFacts(threadId)
  const isLeaving = useForum((read) => read(deletionsSlice)[`post:${postId}`] ?? false)
  const isFolded = useForum(
    (read) =>
      post !== undefined &&
      thread !== null &&
      isHidden(read, post.author.id, thread.boardId) &&
      !read(blocksSlice).shownPosts[postId],
  )
  if (!post || !thread) return null
  if (isLeaving && !post.isDeleted) return <LeavingPost post={post} />
  if (isFolded) return <FoldedPost post={post} />
  return (
    <>
      <PostCheck post={post} />
      {post.isDeleted ? (
        <Tombstone post={post} thread={thread} />
      ) : (
        <VisiblePost
          post={post}
          thread={thread}
          isFresh={isFresh}
          isSigned={isSigned}
          upTo={upTo}
          onQuote={onQuote}
        />
      )}
    </>
  )
})

function VisiblePost({
  post,
  thread,
  isFresh,
  isSigned,
  upTo,
  onQuote,
}: {
  post: PostEntity
  thread: ThreadFacts
  isFresh: boolean
  isSigned: boolean
  upTo: number
  onQuote: (post: PostEntity) => void
}) {
  const { user } = useSession()
  const { canEdit } = postAbilities(user, post, thread)
  const { canModerate } = threadAbilities(user, thread)
  // The addresses of its files no longer open them, so the text cannot show them.
  const isGone = thread.isDeleted && canModerate
  // The ban may begin or end while the post is read.
  const isBanned = useForum(
    (read) => (read(threadCopySlice).users[post.author.id] ?? post.author).status === 'banned',
  )
  const isClosed = useForum((read) => read(threadCopySlice).threads[thread.id]?.isClosed ?? false)
  const { edit, startEditing } = usePostEdit(post, user?.id ?? null, canEdit)
  const { quotedPost } = post
  const isQuoted = quotedPost !== null && quotesInText(post.content, quotedPost)
  const excerpted = isQuoted ? null : quotedPost
  const responses = useResponses(post.id, thread.id)
  const [isListed, setIsListed] = useState(false)
  const responsesId = `responses-${post.id}`
  const responsesSwitch = (
    <button
      type="button"
      className="post-act num"
      aria-expanded={isListed}
      aria-controls={isListed ? responsesId : undefined}
      onClick={() => {
        setIsListed(!isListed)
      }}
    >
      <MessageSquare aria-hidden />
      {threadText('responses', { count: responses.length })}
    </button>
  )
  const text = (
    <Markup
      source={post.content}
      mentions={post.mentions}
      attachments={post.attachments}
      answers={quotedPost}
      omitsAnswer={excerpted !== null}
      hidesLinks={isBanned && !canModerate}
      arePrivate={isClosed}
      upTo={upTo}
      anchor={postAnchor(post.id)}
    />
  )
  return (
    <PostBoxes
      {...walkable}
      className={classNames(isFresh && 'post-fresh')}
      id={postAnchor(post.id)}
      data-number={post.number}
      aria-label={`${isolated(post.author.displayName)} ${numberText(post)}`}
      author={
        <AuthorBlock
          author={post.author}
          threadId={thread.id}
          boardId={thread.boardId}
          isOwn={isOwnPost(user?.id, post)}
        />
      }
      head={<PostHead post={post} thread={thread} />}
    >
      {edit}
      {excerpted && <QuotedExcerpt quoted={excerpted} threadId={thread.id} boardId={thread.boardId} />}
      {(post.coauthors || post.viewer?.isInvited) && <Coauthors post={post} />}
      <PostContents post={post} />
      {/* Opening posts are never folded, since readers came for them. */}
      {post.isOpeningPost ? (
        text
      ) : (
        <FoldedText postId={post.id} length={post.content.length}>
          {text}
        </FoldedText>
      )}
      {post.isOpeningPost && upTo === Infinity && (
        <ThreadPoll threadId={thread.id} isLocked={thread.isLocked && !canModerate} />
      )}
      {/* Only below the complete text: below a growing one, they would move. */}
      {upTo === Infinity && (
        <>
          <Attachments
            attachments={isGone ? post.attachments : outsideText(post.content, post.attachments)}
            isPrivate={isGone || isClosed}
          />
          {post.editNote !== undefined && (
            <p className="post-edit-note">{threadText('lastChange', { note: post.editNote })}</p>
          )}
          {isSigned && <Signature author={post.author} />}
          <PostActions
            post={post}
            thread={thread}
            onQuote={onQuote}
            onEdit={startEditing}
            {...(responses.length > 0 ? { responses: responsesSwitch } : {})}
          />
          {post.isOpeningPost && <Answer threadId={thread.id} />}
          {isListed && responses.length > 0 && (
            <Responses id={responsesId} responses={responses} threadId={thread.id} />
          )}
        </>
      )}
    </PostBoxes>
  )
}

/** The edit of a post, which moves neither the page nor the post. An unfinished one is shown as a bar. */
function usePostEdit(post: PostEntity, userId: number | null, canEdit: boolean) {
  const [edit, setEdit] = useState<'none' | 'bar' | 'open'>(() =>
    canEdit && drafts.read(draftKey(userId, editDraftKey(post.id)), EMPTY_EDIT).value.version > 0
      ? 'bar'
      : 'none',
  )
  const { id } = post
  const open = () => {
    shrinkOpenDock()
    flushSync(() => {
      setEdit('open')
    })
  }
  const shrink = useCallback(() => {
    setEdit('bar')
    focusPost(id)
  }, [id])
  const close = useCallback(() => {
    setEdit('none')
    // A reader who has moved on, for example to a menu, keeps the focus there.
    if (document.activeElement === document.body) focusPost(id)
  }, [id])
  return {
    edit: edit !== 'none' && (
      <PostEdit post={post} isOpen={edit === 'open'} onOpen={open} onShrink={shrink} onClose={close} />
    ),
    startEditing: () => {
      startEdit(userId, post)
      open()
    },
  }
}

/** One line of an author's signature, which can be expanded. */
function Signature({ author }: { author: Author }) {
  const [isOpen, setIsOpen] = useState(false)
  const text = useForum((read) => (read(threadCopySlice).users[author.id] ?? author).signature)
  if (text === '') return null
  return (
    <button
      type="button"
      className="post-signature"
      aria-expanded={isOpen}
      onClick={() => {
        setIsOpen(!isOpen)
      }}
    >
      {text}
    </button>
  )
}

function PostHead({ post, thread }: { post: PostEntity; thread: ThreadFacts }) {
  const isKept = useForum(
    (read) =>
      read(threadCopySlice).threads[post.threadId]?.viewer?.bookmarkedPostIds.includes(post.id) ?? false,
  )
  const byAnother = post.editedBy !== null && !isSameAuthor(post.editedBy, post.author) ? post.editedBy : null
  return (
    <>
      <RelativeTime at={post.createdAt} />
      {post.editedAt !== null && (
        <span className="post-edited">
          {byAnother && `${isolated(byAnother.displayName)} `}
          <EditedMark post={post} thread={thread} />
        </span>
      )}
      {isKept && (
        <span className="post-kept" role="img" aria-label={threadText('keptPost')}>
          <Bookmark aria-hidden />
        </span>
      )}
      <Link className="post-number num" to={postPath(post)}>
        {numberText(post)}
      </Link>
    </>
  )
}

function PostActions({
  post,
  thread,
  onQuote,
  onEdit,
  responses,
}: {
  post: PostEntity
  thread: ThreadFacts
  onQuote: (post: PostEntity) => void
  onEdit: () => void
  /** The button that lists the replies to the post. */
  responses?: ReactNode
}) {
  const { user } = useSession()
  const { canEdit } = postAbilities(user, post, thread)
  // Moderators edit the posts of others through the menu, so that an accidental press does not start an edit.
  const editsHere = canEdit && (isOwnPost(user?.id, post) || isCoauthor(user?.id, post))
  const { takesReplies } = threadAbilities(user, thread)
  const isQuoted = useIsQuoted(thread.id, post.id)
  const signInFirst = useSignInFirst()
  return (
    <div className="post-actions">
      <LikeButton post={post} />
      {takesReplies && (
        <button
          type="button"
          className="post-act"
          data-act="quote"
          aria-pressed={isQuoted}
          onClick={() => {
            if (!signInFirst(wantedOf('quote', post))) onQuote(post)
          }}
        >
          {isQuoted ? <Check aria-hidden /> : <Quote aria-hidden />}
          {threadText(isQuoted ? 'quoted' : 'quote')}
        </button>
      )}
      {responses}
      {editsHere && (
        <button type="button" className="post-act" onClick={onEdit}>
          <Pencil aria-hidden />
          {commonText('edit')}
        </button>
      )}
      <PostMenuButton post={post} thread={thread} {...(canEdit && !editsHere ? { onEdit } : {})} />
    </div>
  )
}

function LikeButton({ post }: { post: PostEntity }) {
  const { user } = useSession()
  const isOwn = isOwnPost(user?.id, post)
  const signInFirst = useSignInFirst()
  const [isListed, setIsListed] = useState(false)
  const like = async () => {
    // Authors cannot like their own posts: their button lists the members who like them.
    if (isOwn) {
      setIsListed(true)
      return
    }
    if (signInFirst(wantedOf('like', post))) return
    const result = await likePost(forum, post, !post.likedByMe)
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <>
      <button
        type="button"
        className={classNames('post-act num', post.likedByMe && 'post-act-on')}
        data-act="like"
        {...(isOwn ? { 'aria-haspopup': 'dialog' as const } : { 'aria-pressed': post.likedByMe })}
        disabled={isOwn && post.likeCount === 0}
        title={isOwn ? threadText(post.likeCount > 0 ? 'likes' : 'ownPost') : undefined}
        onClick={() => void like()}
      >
        <Heart aria-hidden />
        {post.likedByMe ? threadText('liked') : threadText('like')}
        {post.likeCount > 0 && ` ${post.likeCount}`}
      </button>
      {isListed && (
        <LikesDialog
          post={post}
          onClose={() => {
            setIsListed(false)
          }}
        />
      )}
    </>
  )
}

/** A reply that its author has just deleted, and can still restore. */
function LeavingPost({ post }: { post: PostEntity }) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    // The menu that had the focus is gone with the post.
    article.current?.focus({ preventScroll: true })
    announce(threadText('deletedCanUndo'))
  }, [])
  return (
    <PostLine post={post} ref={article}>
      <span>{threadText('deletedByAuthor')}</span>
      <Button
        size="small"
        onClick={() => {
          undoDeletion(forum, `post:${post.id}`)
          requestAnimationFrame(() => {
            focusPost(post.id)
          })
        }}
      >
        {threadText('undoDeletion')}
      </Button>
      <span className="post-number num">{numberText(post)}</span>
    </PostLine>
  )
}

const DELETED_BY = { author: 'deletedByAuthor', moderator: 'deletedByMod', law: 'deletedByLaw' } as const

/** A deleted reply keeps its number; moderators still see its text. */
function Tombstone({ post, thread }: { post: PostEntity; thread: ThreadFacts }) {
  const { user } = useSession()
  const { canRestore } = postAbilities(user, post, thread)
  const text = post.content !== '' && (
    <div className="tombstone-content">
      <b>{post.author.displayName}</b>
      <Markup source={post.content} mentions={post.mentions} />
      <Attachments attachments={post.attachments} isPrivate />
    </div>
  )
  return (
    <PostLine post={post} below={text}>
      <span>{threadText(DELETED_BY[post.deletedBy ?? 'moderator'])}</span>
      <Link className="post-number num" to={postPath(post)}>
        {numberText(post)}
      </Link>
      {canRestore && <PostMenuButton post={post} thread={thread} />}
    </PostLine>
  )
}
