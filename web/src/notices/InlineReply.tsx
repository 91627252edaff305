import { type Post } from '@forum/shared/contract'
import { CONTENT_MAX } from '@forum/shared/limits'
import { isBlank } from '@forum/shared/text'
import { useLayoutEffect, useRef } from 'react'
import { keyOf } from '../lib/keys'
import { announce, Button, FormError, useForm } from '../ui'
import { forum } from '../store'
import { Composer } from '../threads'
import { DraftBar, submit, useDraft, useSubmission } from '../state/drafts'
import { ResendButton, useResendWhenBack } from '../state/live'
import { notificationsText } from './notifications.texts'

const EMPTY = { content: '' }

/** A reply to the post of a notification, written where the notification is. */
export function InlineReply({
  threadId,
  postId,
  onSent,
  onClose,
}: {
  threadId: number
  postId: number
  onSent: (post: Post) => void
  onClose: () => void
}) {
  const draft = useDraft(`reply-to-post:${postId}`, EMPTY)
  const text = useRef<HTMLTextAreaElement>(null)
  const { content } = draft.value
  const form = useForm({
    initial: EMPTY,
    kept: draft,
    submission: useSubmission(draft.place),
    send: () => submit(forum, draft.place, EMPTY, 'createPost', { threadId, content, quotedPostId: postId }),
    onSent: ({ post }) => {
      announce(notificationsText('replied', { n: post.number }))
      onSent(post)
    },
    waits: true,
  })
  useLayoutEffect(() => {
    text.current?.focus()
  }, [])
  const send = () => {
    if (!isBlank(content)) void form.submit()
  }
  const resend = useResendWhenBack(form.failure, content, send)
  return (
    <form
      {...form.props}
      className="notification-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape' || event.defaultPrevented) return
        // The draft is kept, and the panel around it stays open.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <DraftBar draft={draft} />
      <FormError>{resend.problem ?? form.problem}</FormError>
      <Composer
        label={notificationsText('replyHere')}
        isLine
        value={content}
        onChange={(written) => {
          form.set({ content: written })
        }}
        max={CONTENT_MAX}
        onSend={send}
        textareaRef={text}
        readOnly={form.isBusy}
      />
      <div className="notification-form-foot">
        <span className="faint small">{notificationsText('replyKeys')}</span>
        <ResendButton resend={resend} size="small" />
        <Button size="small" onClick={onClose}>
          {notificationsText('shrink')}
        </Button>
        <Button
          type="submit"
          size="small"
          tone="go"
          busy={form.isBusy}
          disabled={form.isWaiting || isBlank(content)}
        >
          {notificationsText('sendReply')}
        </Button>
      </div>
    </form>
  )
}
