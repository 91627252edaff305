import { CONTENT_MAX } from '@forum/shared/limits'
import { type Post } from '@forum/shared/contract'
import { isVisiblyEmpty } from '@forum/shared/markup'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { keyOf } from '../../lib/keys'
import { type ApiError } from '../../resource'
import { forum, useForum } from '../../store'
import { Button, FormError, isTouch, useForm } from '../../ui'
import { attachedTo, filesOf } from '../composer/draft-files'
import { AnonymousCheck } from '../composer/AnonymousCheck'
import { Composer } from '../composer/Composer'
import { unsentFiles } from '../composer/use-files'
import { useUploads } from '../composer/uploads'
import { DraftBar, DraftSaved, useDraft, useSubmission } from '../../state/drafts'
import { ResendButton, useResendWhenBack } from '../../state/live'
import { sendTyping, useTypingNotice } from '../../state/presence'
import { replyDraftKey, threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { DockHead, ReplyTarget } from './DockHead'
import { useLastReply } from './OtherDraftStrip'
import { PostPreview } from './PostPreview'
import { allowsAnonymous, EMPTY_REPLY, isAnonymous, sendReply, type ReplyDraft } from './replies'
import { threadText } from './thread.texts'
import { TypingNotice } from './TypingNotice'
import { numbersAfter } from './use-new-replies'
import { useParticipants } from './use-participants'
import { isWritten, type ReplyDock } from './use-reply-dock'

/**
 * The quick reply, at the end of the page or open over it. The text stays in the draft until the server has accepted it,
 * and the box never moves while the member types.
 */
export function ReplyForm({
  thread,
  dock,
  onSeeNew,
  onSent,
}: {
  thread: ThreadRow
  dock: ReplyDock
  onSeeNew: (number: number) => void
  onSent: (post: Post) => void
}) {
  const threadId = thread.id
  const draft = useDraft<ReplyDraft>(replyDraftKey(threadId), EMPTY_REPLY)
  useLastReply(thread, isWritten(draft.value))
  const newWhileTyping = useNewWhileTyping(threadId, draft.value.content !== '')
  const notifyTyping = useTypingNotice(() => {
    sendTyping(threadId)
  })
  const participants = useParticipants(threadId)
  const unfinishedUploads = useUploads(draft.place)

  const { content } = draft.value
  const anonymous = useForum((read) => isAnonymous(read, threadId, draft.value))
  const isAnonymousAllowed = useForum((read) => allowsAnonymous(read, threadId))
  const form = useForm({
    initial: EMPTY_REPLY,
    kept: draft,
    submission: useSubmission(draft.place),
    showsEarlierFailure: true,
    check: () => {
      if (isVisiblyEmpty(content)) return { form: threadText('replyEmpty') }
      if (countCharacters(content) > CONTENT_MAX) return { form: threadText('contentTooLong') }
      const unsent = unsentFiles(content, unfinishedUploads)
      return unsent === null ? {} : { form: unsent }
    },
    send: async () => {
      const post = await sendReply(forum, threadId)
      return post && { ok: true, value: post }
    },
    onSent,
    waits: true,
  })
  useStablePosition(form.props.ref, !dock.isOpen)
  const { failure, secondsLeft } = form
  const isOver = failure?.status === 429 && secondsLeft === 0
  const resend = useResendWhenBack(failure, content, () => void form.submit())

  return (
    <form
      {...form.props}
      className="reply-form"
      aria-label={threadText('quickReply')}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape' || event.defaultPrevented) return
        // Also in the form in the page, where the next shortcut would otherwise be typed into the text.
        event.preventDefault()
        dock.close()
      }}
    >
      {dock.isOpen && (
        <DockHead onClose={dock.close}>
          <ReplyTarget thread={thread} content={content} />
        </DockHead>
      )}
      <DraftBar draft={draft} />
      <Composer
        label={threadText('quickReply')}
        className="reply-text"
        placeholder={isTouch() ? threadText('replyPlaceholderTouch') : threadText('replyPlaceholder')}
        value={content}
        onChange={(written) => {
          form.set({ content: written })
          if (!isBlank(written)) notifyTyping()
        }}
        preview={(source) => (
          <PostPreview source={source} attachments={attachedTo(draft.value)} people={participants} />
        )}
        max={CONTENT_MAX}
        onSend={() => void form.submit()}
        readOnly={form.isBusy}
        files={filesOf(draft, EMPTY_REPLY)}
        people={participants}
        textareaRef={dock.textarea}
      />
      {/* A checked box stays, even if the board no longer allows it: the server refuses the reply until then. */}
      <AnonymousCheck
        isAllowed={isAnonymousAllowed || anonymous}
        checked={anonymous}
        onChange={(to) => {
          form.set({ anonymous: to })
        }}
      />
      {newWhileTyping.length > 0 && (
        <button
          type="button"
          className="reply-new"
          onClick={() => {
            const [first] = newWhileTyping
            if (first !== undefined) onSeeNew(first)
          }}
        >
          {threadText('newWhileTyping', { count: newWhileTyping.length })}
        </button>
      )}
      <FormError>
        {form.errors.form ??
          (failure && !isOver ? (resend.problem ?? failureText(failure, secondsLeft)) : null)}
      </FormError>
      <div className="reply-foot">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
          {form.isBusy ? threadText('sending') : threadText('send')}
        </Button>
        <ResendButton resend={resend} />
        {isWritten(draft.value) && <DraftSaved draft={draft} />}
        {/* Not above the form, which would then cover another line of the posts. */}
        {dock.isOpen && <TypingNotice threadId={threadId} />}
      </div>
    </form>
  )
}

/** Returns the text of the error that refused a reply. */
function failureText(error: ApiError, secondsLeft: number): string {
  if (error.status === 429 && secondsLeft > 0) return threadText('sendTooFast', { seconds: secondsLeft })
  // The server's message gives the reason, such as maintenance.
  if (error.code === 'UNAVAILABLE') return error.message
  if (error.status >= 500) return threadText('replyFailed')
  return error.fields[0]?.message ?? error.message
}

/** Returns the numbers of others' posts that arrived since the draft was begun. */
function useNewWhileTyping(threadId: number, isWriting: boolean): readonly number[] {
  const last = useForum((read) => read(threadCopySlice).threads[threadId]?.lastNumber ?? 0)
  const [since, setSince] = useState({ isWriting: false, number: last })
  if (since.isWriting !== isWriting) setSince({ isWriting, number: last })
  return useForum(useShallow((read) => (isWriting ? numbersAfter(read, threadId, since.number) : NONE)))
}

const NONE: readonly number[] = []

/**
 * Keeps the focused form at its position on the screen when posts are appended above it, unless it is open over the
 * page.
 */
function useStablePosition(form: React.RefObject<HTMLFormElement | null>, isOn: boolean): void {
  const top = useRef<number | null>(null)
  useEffect(() => {
    if (!isOn) return undefined
    // Unfocused, the form need not keep its position, and reading it would force a layout.
    const measure = () => {
      if (hasFocus(form.current)) top.current = form.current.getBoundingClientRect().top
    }
    const ends = new AbortController()
    const { signal } = ends
    form.current?.addEventListener('focusin', measure, { signal })
    addEventListener('scroll', measure, { signal, passive: true })
    addEventListener('resize', measure, { signal, passive: true })
    return () => {
      ends.abort()
    }
  }, [form, isOn])
  const newest = useForum((read) => read(threadCopySlice).posts)
  useLayoutEffect(() => {
    const element = form.current
    if (!isOn || !hasFocus(element)) {
      top.current = null
      return
    }
    const now = element.getBoundingClientRect().top
    if (top.current !== null && Math.abs(now - top.current) > 1)
      scrollBy({ top: now - top.current, behavior: 'instant' })
    top.current = element.getBoundingClientRect().top
  }, [form, newest, isOn])
}

const hasFocus = (form: HTMLFormElement | null): form is HTMLFormElement =>
  form?.contains(document.activeElement) ?? false
