import { CONTENT_MAX, TYPING_EVERY_MS } from '@forum/shared/limits'
import { type Post } from '@forum/shared/contract'
import { countCharacters, isBlank } from '@forum/shared/text'
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { systemClock } from '@forum/shared/clock'
import { useTexts } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { useForum } from '../../store'
import { Button, Counter, FormError } from '../../ui'
import { DraftBar, useDraft } from '../drafts'
import { sendTyping } from '../presence'
import { Markup } from './Markup'
import { EMPTY_REPLY, replyDraftKey, sendReply, type ReplyDraft } from './replies'
import { useSendKey } from './useSendKey'

/**
 * The quick reply. The text stays in the draft until the server has accepted it, and the box never moves while the
 * member types.
 */
export function ReplyForm({
  threadId,
  textareaRef,
  newNumbers,
  onSeeNew,
  onSent,
}: {
  threadId: number
  textareaRef: Ref<HTMLTextAreaElement>
  /** Post numbers of others that arrived since the page was opened. */
  newNumbers: readonly number[]
  onSeeNew: (number: number) => void
  onSent: (post: Post) => void
}) {
  const t = useTexts()
  const draft = useDraft<ReplyDraft>(replyDraftKey(threadId), EMPTY_REPLY)
  const reply = useForum((state) => state.replies[threadId] ?? null)
  const [isPreview, setIsPreview] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useStablePosition(form)
  const newWhileTyping = useNewWhileTyping(draft.value.content !== '', newNumbers)
  const notifyTyping = useTypingNotice(threadId)

  const { content } = draft.value
  const isSending = reply?.status === 'sending'
  const refusal = reply?.status === 'failed' && reply.error && !reply.error.isUncertain ? reply.error : null

  const send = async () => {
    if (isSending) return
    if (isBlank(content)) {
      setProblem(t('thread.replyEmpty'))
      return
    }
    if (countCharacters(content) > CONTENT_MAX) {
      setProblem(t('thread.contentTooLong'))
      return
    }
    setProblem(null)
    setIsPreview(false)
    const post = await sendReply(threadId)
    if (post) onSent(post)
  }
  const sendKey = useSendKey(() => void send())

  return (
    <form
      ref={form}
      className="reply-form"
      aria-label={t('thread.quickReply')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <DraftBar draft={draft} />
      {isPreview ? (
        <div className="reply-preview">
          <Markup source={content} />
        </div>
      ) : (
        <textarea
          ref={textareaRef}
          className="input reply-text"
          aria-label={t('thread.quickReply')}
          placeholder={t('thread.replyPlaceholder')}
          value={content}
          readOnly={isSending}
          {...sendKey}
          onChange={(event) => {
            setProblem(null)
            draft.set({ content: event.target.value })
            if (!isBlank(event.target.value)) notifyTyping()
          }}
        />
      )}
      <FormError>{problem ?? (refusal && refusalText(refusal, t('thread.replyFailed')))}</FormError>
      {newWhileTyping.length > 0 && (
        <button
          type="button"
          className="reply-new"
          onClick={() => {
            const [first] = newWhileTyping
            if (first !== undefined) onSeeNew(first)
          }}
        >
          {t('thread.newWhileTyping', { count: newWhileTyping.length })}
        </button>
      )}
      <div className="reply-foot">
        <Button type="submit" tone="go" busy={isSending}>
          {isSending ? t('thread.sending') : t('thread.send')}
        </Button>
        <Button
          onClick={() => {
            if (!isPreview && isBlank(content)) {
              setProblem(t('thread.previewEmpty'))
              return
            }
            setProblem(null)
            setIsPreview(!isPreview)
          }}
        >
          {isPreview ? t('thread.backToEdit') : t('thread.preview')}
        </Button>
        {draft.savedAt !== null && <span className="faint small">{t('thread.draftSaved')}</span>}
        <Counter count={countCharacters(content)} max={CONTENT_MAX} />
      </div>
    </form>
  )
}

/** The server's message, or a general one for an internal error. */
function refusalText(error: ApiError, otherwise: string): string {
  return error.fields[0]?.message ?? (error.code === 'INTERNAL' ? otherwise : error.message)
}

/** Post numbers of others since the first character of the draft. */
function useNewWhileTyping(isWriting: boolean, newNumbers: readonly number[]): readonly number[] {
  const [since, setSince] = useState({ isWriting: false, number: 0 })
  if (since.isWriting !== isWriting) setSince({ isWriting, number: newNumbers.at(-1) ?? 0 })
  return isWriting ? newNumbers.filter((number) => number > since.number) : []
}

/** Keeps the focused form where it is on the screen when posts are appended above it. */
function useStablePosition(form: React.RefObject<HTMLFormElement | null>): void {
  const top = useRef<number | null>(null)
  useEffect(() => {
    const measure = () => {
      top.current = form.current?.getBoundingClientRect().top ?? null
    }
    const ends = new AbortController()
    const { signal } = ends
    form.current?.addEventListener('focusin', measure, { signal })
    addEventListener('scroll', measure, { signal, passive: true })
    addEventListener('resize', measure, { signal, passive: true })
    return () => {
      ends.abort()
    }
  }, [form])
  const newest = useForum((state) => state.posts)
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    const now = element.getBoundingClientRect().top
    const isTyping = element.contains(document.activeElement)
    if (isTyping && top.current !== null && Math.abs(now - top.current) > 1)
      scrollBy({ top: now - top.current, behavior: 'instant' })
    top.current = element.getBoundingClientRect().top
  }, [form, newest])
}

/** Emits that the member is typing, no more often than the server passes it on. */
function useTypingNotice(threadId: number): () => void {
  const notifiedAt = useRef(0)
  return () => {
    const now = systemClock.now().getTime()
    if (now - notifiedAt.current < TYPING_EVERY_MS) return
    notifiedAt.current = now
    sendTyping(threadId)
  }
}
