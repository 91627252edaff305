import { CONTENT_MAX, EDIT_NOTE_MAX, TITLE_MAX } from '@forum/shared/limits'
import { isVisiblyEmpty } from '@forum/shared/markup'
import { countCharacters, isBlank } from '@forum/shared/text'
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { keyOf } from '../../lib/keys'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { Button, Counter, FormError, useCloseOnBack, useForm, useIsWide } from '../../ui'
import { attachedTo, type DraftFile, filesOf, keptFile } from '../composer/draft-files'
import { Composer } from '../composer/Composer'
import { unsentFiles } from '../composer/use-files'
import { useSendKey } from '../composer/use-send-key'
import { useUploads } from '../composer/uploads'
import { DraftBar, DraftSaved, draftKey, drafts, useDraft } from '../../state/drafts'
import { ResendButton, useResendWhenBack } from '../../state/live'
import { TextDiff } from '../thread-actions/TextDiff'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { Docked } from './Docked'
import { DockHead } from './DockHead'
import { useOnlyDock } from './use-only-dock'
import { goToPost, numberText, postPath } from './permalink'
import { PostPreview } from './PostPreview'
import { StripBar } from './StripBar'
import { threadText } from './thread.texts'
import { useParticipants } from './use-participants'
import { editPost } from './thread.actions'

export interface EditDraft {
  content: string
  /** The opening post only. */
  title: string
  /** The title with which the edit began; missing in a draft of an earlier release. */
  startTitle?: string
  /** A summary of the edit for others. */
  note: string
  /** The version on which the edit is based; 0 without an edit. */
  version: number
  files: readonly DraftFile[]
  /** False in a draft of an earlier release, which did not keep the files of the post. */
  hasFiles: boolean
}

export const EMPTY_EDIT: EditDraft = {
  content: '',
  title: '',
  note: '',
  version: 0,
  files: [],
  hasFiles: false,
}
export const editDraftKey = (postId: number): string => `edit:${postId}`

/** Starts an edit from the current post; an unfinished edit continues. */
export function startEdit(userId: number | null, post: PostEntity): void {
  const place = draftKey(userId, editDraftKey(post.id))
  if (drafts.read(place, EMPTY_EDIT).value.version > 0) return
  const title = forum.read(threadCopySlice).threads[post.threadId]?.title ?? ''
  drafts.set(place, EMPTY_EDIT, {
    content: post.content,
    title,
    startTitle: title,
    version: post.version,
    files: post.attachments.map(keptFile),
    hasFiles: true,
  })
}

/** The unfinished edit of a post, open over the page or as a bar that names it. */
export function PostEdit({
  post,
  isOpen,
  onOpen,
  onShrink,
  onClose,
}: {
  post: PostEntity
  isOpen: boolean
  onOpen: () => void
  /** Called when the form is closed; the draft stays. */
  onShrink: () => void
  onClose: () => void
}) {
  const slot = useContext(EditSlot)
  const draft = useDraft<EditDraft>(editDraftKey(post.id), EMPTY_EDIT)
  const isWide = useIsWide()
  useOnlyDock(isOpen, onShrink)
  useCloseOnBack(isOpen && !isWide, onShrink)
  const isOver = draft.value.version === 0
  useEffect(() => {
    // The edit was saved, cancelled or discarded.
    if (isOver) onClose()
  }, [isOver, onClose])
  if (!slot || isOver) return null
  const name = threadText('editOf', { number: numberText(post) })
  return createPortal(
    isOpen ? (
      <Docked isOpen label={name}>
        <PostEditor key={post.id} post={post} onShrink={onShrink} />
      </Docked>
    ) : (
      <StripBar label={threadText('draftOfThread', { title: name })} draft={draft} onOpen={onOpen} />
    ),
    slot,
  )
}

/** The element at the end of the thread page that contains the form of an edit while it is open over the page. */
export const EditSlot = createContext<HTMLElement | null>(null)

/** The form of an edit: its draft completed from the post, its changes, and its submission. */
function useEdit(post: PostEntity) {
  const draft = useDraft<EditDraft>(editDraftKey(post.id), EMPTY_EDIT)
  const title = useForum((read) => read(threadCopySlice).threads[post.threadId]?.title ?? '')
  const { content, title: written, startTitle = title, version, hasFiles } = draft.value
  const { set } = draft
  const { attachments } = post
  useEffect(() => {
    if (version > 0 && !hasFiles) set({ files: attachments.map(keptFile), hasFiles: true })
  }, [version, hasFiles, set, attachments])
  const files = attachedTo(draft.value)
  const isSameFiles = files.map(({ id }) => id).join() === attachments.map(({ id }) => id).join()
  const unfinishedUploads = useUploads(draft.place)
  const form = useForm({
    initial: EMPTY_EDIT,
    kept: draft,
    check: ({ content, title: written, note }) => {
      if (isVisiblyEmpty(content)) return { form: threadText('contentEmpty'), content: '' }
      const unsent = unsentFiles(content, unfinishedUploads)
      if (unsent !== null) return { form: unsent }
      if (countCharacters(note.trim()) > EDIT_NOTE_MAX) return { form: threadText('editNoteTooLong') }
      const isUntitled = post.isOpeningPost && isBlank(written)
      return isUntitled ? { form: threadText('titleRequired'), title: '' } : {}
    },
    send: ({ content, title: written, note }) =>
      editPost(forum, post, {
        content,
        version,
        ...(isBlank(note) ? {} : { note }),
        ...(isSameFiles ? {} : { attachmentIds: files.map(({ id }) => id) }),
        // A title that somebody else has changed meanwhile stays, unless the author has changed it, too.
        ...(post.isOpeningPost && written !== title && written !== startTitle ? { title: written } : {}),
      }),
    onSent: draft.clear,
    fieldOf: null,
    describe: ({ code, status }) =>
      code === 'INTERNAL' || status === 0
        ? threadText(post.isOpeningPost ? 'updateThreadFailed' : 'updatePostFailed')
        : undefined,
  })
  const isRetitled = written !== title && written !== startTitle
  const isChanged = content !== post.content || isRetitled || !isSameFiles
  const isOutdated = version > 0 && post.version > version
  const isSaved = isOutdated && !isChanged && form.failure !== null
  useEffect(() => {
    // The answer to an earlier try was lost: the post says by now what was sent.
    if (isSaved) draft.clear()
  }, [isSaved, draft])
  return {
    draft,
    form,
    files,
    isChanged,
    isConflict: isOutdated && isChanged,
    keepMine: () => {
      flushSync(() => {
        form.reset()
        set({ version: post.version })
      })
      form.props.ref.current?.requestSubmit()
    },
    adoptTheirs: () => {
      form.reset()
      set({
        content: post.content,
        title,
        startTitle: title,
        version: post.version,
        files: attachments.map(keptFile),
      })
    },
  }
}

/**
 * Edits a post. Another member's change never touches the draft: a bar shows it, and saving is refused until
 * the member has chosen a version.
 */
function PostEditor({ post, onShrink }: { post: PostEntity; onShrink: () => void }) {
  const { draft, form, files, isChanged, isConflict, keepMine, adoptTheirs } = useEdit(post)
  const textarea = useRef<HTMLTextAreaElement>(null)
  // At once, since phones only show the keyboard if the focus moves during the press.
  useLayoutEffect(() => {
    textarea.current?.focus({ preventScroll: true })
  }, [])
  const { content, title, note } = draft.value
  const resend = useResendWhenBack(form.failure, `${title}\n${content}`, () => void form.submit())
  const sendKey = useSendKey(() => void form.submit())
  const participants = useParticipants(post.threadId)

  return (
    <form
      {...form.props}
      className="post-editor"
      onCompositionStart={sendKey.onCompositionStart}
      onCompositionEnd={sendKey.onCompositionEnd}
      onKeyDown={(event) => {
        sendKey.onKeyDown(event)
        if (keyOf(event) !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        if (isChanged) onShrink()
        else draft.clear()
      }}
    >
      <DockHead onClose={isChanged ? onShrink : draft.clear}>
        {threadText('editing')}{' '}
        <Link
          className="link"
          to={postPath(post)}
          onClick={(event) => {
            if (goToPost(post.id)) event.preventDefault()
          }}
        >
          <b>{numberText(post)}</b> ↑
        </Link>
      </DockHead>
      <DraftBar draft={draft} />
      {isConflict && (
        <EditConflict post={post} content={content} onKeepMine={keepMine} onAdoptTheirs={adoptTheirs} />
      )}
      {post.isOpeningPost && (
        <TitleField
          title={title}
          isBusy={form.isBusy}
          onChange={(title) => {
            draft.set({ title })
          }}
        />
      )}
      <Composer
        label={threadText('content')}
        textareaRef={textarea}
        name="content"
        className="post-editor-text"
        value={content}
        onChange={(content) => {
          draft.set({ content })
        }}
        preview={(source) => <PostPreview source={source} attachments={files} people={participants} />}
        max={CONTENT_MAX}
        readOnly={form.isBusy}
        files={filesOf(draft, EMPTY_EDIT)}
        people={participants}
      />
      <NoteField
        note={note}
        isBusy={form.isBusy}
        onChange={(written) => {
          draft.set({ note: written })
        }}
      />
      <FormError>{resend.problem ?? form.problem}</FormError>
      <div className="reply-foot">
        <Button type="submit" tone="go" busy={form.isBusy}>
          {form.isBusy ? threadText('saving') : commonText('save')}
        </Button>
        <ResendButton resend={resend} />
        <Button onClick={draft.clear}>{commonText('cancel')}</Button>
        {isChanged && <DraftSaved draft={draft} />}
      </div>
    </form>
  )
}

function NoteField({
  note,
  isBusy,
  onChange,
}: {
  note: string
  isBusy: boolean
  onChange: (note: string) => void
}) {
  const length = countCharacters(note)
  return (
    <>
      <input
        name="note"
        className="input"
        aria-label={threadText('editNote')}
        placeholder={threadText('editNotePlaceholder')}
        value={note}
        readOnly={isBusy}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      />
      {length > EDIT_NOTE_MAX && <Counter count={length} max={EDIT_NOTE_MAX} />}
    </>
  )
}

/** Shows another member's change of the post meanwhile, until the member chooses a version. */
function EditConflict({
  post,
  content,
  onKeepMine,
  onAdoptTheirs,
}: {
  post: PostEntity
  content: string
  onKeepMine: () => void
  onAdoptTheirs: () => void
}) {
  const [isComparing, setIsComparing] = useState(false)
  return (
    <div className="post-conflict" role="alert">
      <p>{threadText('editConflict', { name: post.editedBy?.displayName ?? commonText('unknownUser') })}</p>
      <div className="post-conflict-acts">
        <Button
          size="small"
          aria-expanded={isComparing}
          onClick={() => {
            setIsComparing(!isComparing)
          }}
        >
          {isComparing ? threadText('hideCurrent') : threadText('seeCurrent')}
        </Button>
        <Button size="small" onClick={onKeepMine}>
          {threadText('keepMine')}
        </Button>
        <Button size="small" onClick={onAdoptTheirs}>
          {threadText('useTheirs')}
        </Button>
      </div>
      {isComparing && (
        <>
          <p className="post-conflict-legend small">{threadText('diffLegend')}</p>
          <TextDiff before={content} after={post.content} />
        </>
      )}
    </div>
  )
}

function TitleField({
  title,
  isBusy,
  onChange,
}: {
  title: string
  isBusy: boolean
  onChange: (title: string) => void
}) {
  const id = useId()
  return (
    <>
      <label className="field-label" htmlFor={id}>
        {threadText('title')}
      </label>
      <input
        id={id}
        name="title"
        className="input"
        value={title}
        readOnly={isBusy}
        onChange={(event) => {
          onChange(event.target.value)
        }}
      />
      <Counter count={countCharacters(title)} max={TITLE_MAX} />
    </>
  )
}
