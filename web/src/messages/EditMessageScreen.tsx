import { type Message } from '@forum/shared/contract'
import { useNavigate, useParams } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Breadcrumb, Button, Field, FormError, PageHeading, toast, useForm, usePageTitle } from '../ui'
import { UnlessMuted } from '../accounts'
import { DraftBar, useDraft } from '../state/drafts'
import { missingField } from './compose'
import { LockedRecipient, MessageActs, MessageFields, MessageSkeleton } from './MessageFields'
import { useFoundMessage } from './use-found-message'
import { useSession } from '../state/session'
import { messagesText } from './messages.texts'
import { otherNameOf } from './names'
import { updateMessage } from './messages.actions'
import './messages.css'
import './compose.css'

/** `/my/messages/:messageId/edit`: the alternative form in its update mode, for the sender alone. */
export function EditMessageScreen() {
  const message = useFoundMessage(Number(useParams().messageId), { isOwn: true })
  usePageTitle(messagesText('editTitle'))
  return (
    <div className="compose">
      <Breadcrumb
        trail={[{ label: messagesText('title'), to: '/my/messages' }, { label: messagesText('editTitle') }]}
      />
      <PageHeading title={messagesText('editTitle')} />
      {message ? (
        <UnlessMuted>
          <EditForm message={message} />
        </UnlessMuted>
      ) : (
        <MessageSkeleton />
      )}
    </div>
  )
}

function EditForm({ message }: { message: Message }) {
  const navigate = useNavigate()
  const { id, subject, content, recipient } = message
  const userId = useSession().user?.id ?? 0
  const draft = useDraft(`message:edit:${id}`, { subject, content })
  const form = useForm({
    initial: { subject, content },
    kept: draft,
    fieldOf: null,
    send: (value) => updateMessage(forum, id, value),
    onSent: () => {
      draft.clear()
      toast.success(messagesText('updateSuccess'))
      void navigate(`/my/messages/${id}?type=sent`, { replace: true })
    },
    describe: ({ fields, message: text }) => fields[0]?.message ?? (text || messagesText('error.send')),
  })
  const submit = () => {
    const missing = missingField({
      ...draft.value,
      recipient: recipient?.username ?? '',
      // A message to a group has no recipient to choose.
      recipientId: recipient?.id ?? 0,
    })
    if (missing === null) void form.submit()
    else toast.error(messagesText(`${missing}Required`))
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
      <FormError>{form.problem}</FormError>
      <Field label={messagesText('to')} required>
        {(control) => <LockedRecipient control={control} name={otherNameOf(message, userId)} />}
      </Field>
      <MessageFields
        value={draft.value}
        onChange={form.set}
        onSend={submit}
        attachments={message.attachments}
        readOnly={form.isBusy}
      />
      <MessageActs draft={draft}>
        <Button type="submit" tone="go" busy={form.isBusy}>
          {commonText('save')}
        </Button>
      </MessageActs>
    </form>
  )
}
