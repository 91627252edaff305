import { CONTENT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api'
import { useTexts } from '../../lib/i18n'
import { useForum, type PostEntity } from '../../store'
import { Button, Counter, FormError } from '../../ui'
import { draftKey, DraftBar, drafts, useDraft } from '../drafts'
import { Markup } from './Markup'
import { catchUp } from './replies'
import { useSendKey } from './useSendKey'

export interface EditDraft {
  content: string
  /** The opening post's alone. */
  title: string
  /** The version that is being changed; 0 while nothing is. */
  version: number
}

export const EMPTY_EDIT: EditDraft = { content: '', title: '', version: 0 }
export const editDraftKey = (postId: number): string => `edit:${postId}`

/** Begins an edit with the post as it is; an edit that was begun before goes on. */
export function startEdit(userId: number | null, post: PostEntity): void {
  const place = draftKey(userId, editDraftKey(post.id))
  if (drafts.read(place, EMPTY_EDIT).value.version > 0) return
  const title = useForum.getState().threads[post.threadId]?.title ?? ''
  drafts.set(place, EMPTY_EDIT, { content: post.content, title, version: post.version })
}

/**
 * Edits a post where it stands. Somebody else's change meanwhile never touches what is typed: a bar tells of
 * it, and saving is refused until the person has chosen (product research C3).
 */
export function PostEditor({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const t = useTexts()
  const draft = useDraft<EditDraft>(editDraftKey(post.id), EMPTY_EDIT)
  const title = useForum((state) => state.threads[post.threadId]?.title ?? '')
  const takeAnsweredPost = useForum((state) => state.takeAnsweredPost)
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
  const write = (body: { content: string; version: number }) =>
    post.isOpeningPost
      ? call('updateThread', {
          params: { threadId: post.threadId },
          body: { ...body, ...(draft.value.title === title ? {} : { title: draft.value.title }) },
        })
      : call('updatePost', { params: { postId: post.id }, body })

  const save = async () => {
    const { content } = draft.value
    if (isBlank(content)) {
      setError(t('thread.contentEmpty'))
      textarea.current?.focus()
      return
    }
    if (post.isOpeningPost && isBlank(draft.value.title)) {
      setError(t('newThread.titleRequired'))
      return
    }
    setError(null)
    setIsSaving(true)
    const { seq } = post
    try {
      const answer = await write({ content, version })
      if ('post' in answer) takeAnsweredPost(answer.post, seq)
      await catchUp(post.threadId)
      close()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setIsSaving(false)
      // The bar says the rest, once the newer version is here.
      if (failure.code === 'CONFLICT') void catchUp(post.threadId)
      const text = post.isOpeningPost ? t('thread.updateThreadFailed') : t('thread.updatePostFailed')
      setError(failure.code === 'INTERNAL' || failure.status === 0 ? text : failure.message)
    }
  }

  const sendKey = useSendKey(() => void save())

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
          <p>{t('thread.editConflict', { name: post.editedBy?.displayName ?? t('common.unknownUser') })}</p>
          <div className="post-conflict-acts">
            <Button
              size="small"
              aria-expanded={isComparing}
              onClick={() => {
                setIsComparing(!isComparing)
              }}
            >
              {isComparing ? t('thread.hideCurrent') : t('thread.seeCurrent')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setError(null)
                set({ version: post.version })
              }}
            >
              {t('thread.keepMine')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setError(null)
                set({ content: post.content, title, version: post.version })
              }}
            >
              {t('thread.takeTheirs')}
            </Button>
          </div>
          {isComparing && <Markup source={post.content} />}
        </div>
      )}
      {post.isOpeningPost && (
        <>
          <label className="field-label" htmlFor={`${id}-title`}>
            {t('thread.title')}
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
        {t('thread.content')}
      </label>
      <textarea
        id={`${id}-content`}
        ref={textarea}
        className="input post-editor-text"
        rows={8}
        value={draft.value.content}
        readOnly={isSaving}
        onChange={(event) => {
          set({ content: event.target.value })
        }}
      />
      <FormError>{error}</FormError>
      <div className="post-editor-foot">
        <Button type="submit" tone="go" busy={isSaving}>
          {isSaving ? t('thread.saving') : t('common.save')}
        </Button>
        <Button onClick={close}>{t('common.cancel')}</Button>
        {draft.savedAt !== null && <span className="faint small">{t('thread.draftSaved')}</span>}
        <Counter count={countCharacters(draft.value.content)} max={CONTENT_MAX} />
      </div>
    </form>
  )
}
