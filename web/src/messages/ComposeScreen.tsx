import { type Message } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { type RefObject, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Breadcrumb, Button, Field, FormError, PageHeading, toast, usePageTitle } from '../ui'
import { UnlessMuted } from '../accounts'
import { DraftBar, DraftSaved, useDraft } from '../state/drafts'
import { attachedTo, filesOf } from '../threads'
import { ResendButton } from '../state/live'
import {
  EMPTY,
  type MessageDraft,
  missingField,
  originalOf,
  partsOf,
  previewOf,
  REPLY_PREVIEW_LENGTH,
  replyDraft,
  textOf,
} from './compose'
import { LockedRecipient, MessageActs, MessageFields, MessageSkeleton } from './MessageFields'
import { messagesText } from './messages.texts'
import { PeopleSelect } from './PeopleSelect'
import { RecipientsField } from './RecipientsField'
import { groupPath } from './paths'
import { useFoundMessage } from './use-found-message'
import { useMessageForm } from './use-message-form'
import './messages.css'
import './compose.css'

const SENT = '/my/messages?type=sent'

/**
 * `/my/messages/compose`: `replyTo` is the message to reply to, `to` names the recipient, `form=list` is the alternative
 * form.
 */
export function ComposeScreen() {
  const [query] = useSearchParams()
  const replyTo = Number(query.get('replyTo'))
  const isReply = Number.isSafeInteger(replyTo) && replyTo > 0
  const isList = query.get('form') === 'list'
  const title = isReply ? messagesText('reply') : messagesText('compose')
  usePageTitle(title)
  return (
    <div className="compose">
      <Breadcrumb trail={[{ label: messagesText('title'), to: '/my/messages' }, { label: title }]} />
      <PageHeading title={title} />
      <UnlessMuted>
        {isReply ? (
          <Reply key={replyTo} replyTo={replyTo} isList={isList} />
        ) : (
          <NewMessage key={query.toString()} to={query.get('to') ?? ''} isList={isList} />
        )}
      </UnlessMuted>
    </div>
  )
}

function NewMessage({ to, isList }: { to: string; isList: boolean }) {
  const [empty] = useState<MessageDraft>(() => ({ ...EMPTY, recipient: to }))
  const place = to === '' ? 'message' : `message:to:${to.toLowerCase()}`
  return <MessageForm place={place} empty={empty} parent={null} isList={isList} />
}

function Reply({ replyTo, isList }: { replyTo: number; isList: boolean }) {
  // Members do not reply to their own messages.
  const parent = useFoundMessage(replyTo, { isOwn: false })
  if (!parent) return <MessageSkeleton />
  return (
    <MessageForm
      place={`message:reply:${replyTo}`}
      empty={replyDraft(parent)}
      parent={parent}
      isList={isList}
    />
  )
}

/** Puts the cursor where the message continues: the first empty field, or the end of the text above an original. */
function useWritingAtOnce(form: RefObject<HTMLFormElement | null>, field: string, end: number): void {
  const [first] = useState({ field, end })
  useEffect(() => {
    // After the layout, which moves the focus to a new screen.
    const frame = requestAnimationFrame(() => {
      const control = form.current?.querySelector<HTMLInputElement>(`[name=${first.field}]`)
      control?.focus()
      if (first.field === 'content') control?.setSelectionRange(first.end, first.end)
    })
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [form, first])
}

function MessageForm({
  place,
  empty,
  parent,
  isList,
}: {
  place: string
  empty: MessageDraft
  parent: Message | null
  /** The alternative form: members to choose from, a button that saves the draft, and toasts for missing fields. */
  isList: boolean
}) {
  const navigate = useNavigate()
  const draft = useDraft(place, empty)
  const original = parent ? originalOf(parent.content, messagesText('originalSeparator')) : ''
  const { recipientId } = draft.value
  const message = {
    ...draft.value,
    // Both forms share a draft, but a name typed in one is not a choice from the other's list.
    recipient: isList && recipientId === null ? '' : draft.value.recipient,
    ...(isList && { others: [] }),
    content: textOf(draft.value, original),
  }
  const missing = missingField(message)
  const form = useMessageForm({
    draft,
    empty,
    message,
    parentId: parent?.id ?? null,
    onSent: ({ conversationId }) => {
      toast.success(messagesText('sendSuccess'))
      // Going back must not lead to the empty form.
      const sent = conversationId === null ? SENT : groupPath(conversationId)
      void navigate(isList && parent ? `/my/messages/${parent.id}` : sent, { replace: true })
    },
  })
  const [isIncomplete, setIsIncomplete] = useState(false)
  useWritingAtOnce(form.props.ref, missing ?? 'content', draft.value.content.length)

  const submit = () => {
    if (form.isBusy || form.isWaiting) return
    setIsIncomplete(!isList && missing !== null)
    if (missing === null) {
      void form.submit()
      return
    }
    if (isList) toast.error(messagesText(`${missing}Required`))
    form.focus(missing)
  }
  return (
    <form
      {...form.props}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DraftBar draft={draft} />
      <FormError>
        {isIncomplete && missing !== null ? messagesText('allFieldsRequired') : form.problem}
      </FormError>
      {parent && (
        <p className="compose-parent soft">
          <b>{parent.subject}</b>
          <span>
            {previewOf(excerpt(parent.content, REPLY_PREVIEW_LENGTH), messagesText('originalSeparator'))}
          </span>
        </p>
      )}
      <Field
        label={messagesText('to')}
        required
        error={isIncomplete && missing === 'recipient' ? messagesText('recipientRequired') : undefined}
      >
        {(control) =>
          parent ? (
            <LockedRecipient control={control} name={message.recipient} />
          ) : isList ? (
            <PeopleSelect
              control={control}
              value={recipientId}
              name={message.recipient}
              onChange={draft.set}
            />
          ) : (
            <RecipientsField control={control} value={message} onChange={draft.set} />
          )
        }
      </Field>
      {!parent && (
        <p className="compose-other small">
          <Link
            className="link"
            to={isList ? '/my/messages/compose' : '/my/messages/compose?form=list'}
            replace
          >
            {isList ? messagesText('typeName') : messagesText('chooseFromList')}
          </Link>
        </p>
      )}
      <MessageFields
        value={message}
        onChange={({ content, ...rest }) => {
          draft.set({ ...rest, ...(content === undefined ? {} : partsOf(content, original)) })
        }}
        onSend={submit}
        files={filesOf(draft, empty)}
        attachments={attachedTo(draft.value)}
        showsMissing={isIncomplete}
        readOnly={form.isBusy}
      />
      <MessageActs draft={isList ? draft : null}>
        <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
          {form.isBusy ? messagesText('sending') : messagesText('send')}
        </Button>
        <ResendButton resend={form.resend} />
        <DraftSaved draft={draft} />
      </MessageActs>
    </form>
  )
}
