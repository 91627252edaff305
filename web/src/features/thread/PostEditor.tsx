import { CONTENT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useEffect, useId, useRef, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { Button, Counter, FormError } from '../../ui'
import { Composer, useSendKey } from '../composer'
import { DraftBar, draftKey, drafts, useDraft } from '../drafts'
import { TextDiff } from '../thread-actions'
import { type PostEntity, threadCopySlice } from '../thread-copy'
import { Markup } from './Markup'
import { threadText } from './thread.texts'
import { useParticipants } from './useParticipants'
import { editPost } from './thread.actions'

export interface EditDraft {
  content: string
  /** The opening post only. */
  title: string
  /** The version that is being edited; 0 without an edit. */
  version: number
}

export const EMPTY_EDIT: EditDraft = { content: '', title: '', version: 0 }
export const editDraftKey = (postId: number): string => `edit:${postId}`

/** Starts an edit from the current post; an unfinished edit continues. */
export function startEdit(userId: number | null, post: PostEntity): void {
  const place = draftKey(userId, editDraftKey(post.id))
  if (drafts.read(place, EMPTY_EDIT).value.version > 0) return
  const title = forum.read(threadCopySlice).threads[post.threadId]?.title ?? ''
  drafts.set(place, EMPTY_EDIT, { content: post.content, title, version: post.version })
}

/**
 * Edits a post in place. Another member's change never touches the draft: a bar shows it, and saving is refused until
 * the member has chosen a version.
 */
export function PostEditor({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const draft = useDraft<EditDraft>(editDraftKey(post.id), EMPTY_EDIT)
  const title = useForum((read) => read(threadCopySlice).threads[post.threadId]?.title ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  const { version } = draft.value
  const { set } = draft
  useEffect(() => {
    textarea.current?.focus()
  }, [])

  const isConflict = version > 0 && post.version > version
  const close = () => {
    onClose()
    draft.clear()
  }
  const save = async () => {
    const { content } = draft.value
    if (isBlank(content)) {
      setError(threadText('contentEmpty'))
      textarea.current?.focus()
      return
    }
    if (post.isOpeningPost && isBlank(draft.value.title)) {
      setError(threadText('titleRequired'))
      return
    }
    setError(null)
    setIsSaving(true)
    const isRenamed = post.isOpeningPost && draft.value.title !== title
    const result = await editPost(forum, post, {
      content,
      version,
      ...(isRenamed ? { title: draft.value.title } : {}),
    })
    if (result.ok) {
      close()
      return
    }
    setIsSaving(false)
    const { code, status, message } = result.error
    const text = post.isOpeningPost ? threadText('updateThreadFailed') : threadText('updatePostFailed')
    setError(code === 'INTERNAL' || status === 0 ? text : message)
  }

  const sendKey = useSendKey(() => void save())
  const participants = useParticipants(post.threadId)

  return (
    <form
      className="post-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      {...sendKey}
    >
      <DraftBar draft={draft} />
      {isConflict && (
        <div className="post-conflict" role="alert">
          <p>
            {threadText('editConflict', { name: post.editedBy?.displayName ?? commonText('unknownUser') })}
          </p>
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
            <Button
              size="small"
              onClick={() => {
                setError(null)
                set({ version: post.version })
              }}
            >
              {threadText('keepMine')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setError(null)
                set({ content: post.content, title, version: post.version })
              }}
            >
              {threadText('useTheirs')}
            </Button>
          </div>
          {isComparing && (
            <>
              <p className="post-conflict-legend small">{threadText('diffLegend')}</p>
              <TextDiff before={draft.value.content} after={post.content} />
            </>
          )}
        </div>
      )}
      {post.isOpeningPost && (
        <>
          <label className="field-label" htmlFor={`${id}-title`}>
            {threadText('title')}
          </label>
          <input
            id={`${id}-title`}
            className="input"
            value={draft.value.title}
            readOnly={isSaving}
            onChange={(event) => {
              set({ title: event.target.value })
            }}
          />
          <Counter count={countCharacters(draft.value.title)} max={TITLE_MAX} />
        </>
      )}
      <label className="field-label" htmlFor={`${id}-content`}>
        {threadText('content')}
      </label>
      <Composer
        control={{
          id: `${id}-content`,
          'aria-describedby': undefined,
          'aria-invalid': undefined,
          'aria-required': true,
        }}
        textareaRef={textarea}
        className="post-editor-text"
        value={draft.value.content}
        onChange={(content) => {
          set({ content })
        }}
        preview={(source) => <Markup source={source} />}
        max={CONTENT_MAX}
        counterFrom={0}
        readOnly={isSaving}
        people={participants}
      />
      <FormError>{error}</FormError>
      <div className="post-editor-foot">
        <Button type="submit" tone="go" busy={isSaving}>
          {isSaving ? threadText('saving') : commonText('save')}
        </Button>
        <Button onClick={close}>{commonText('cancel')}</Button>
        {draft.savedAt !== null && <span className="faint small">{threadText('draftSaved')}</span>}
      </div>
    </form>
  )
}
