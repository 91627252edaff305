import { type Message } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import {
  Bone,
  Breadcrumb,
  Button,
  Field,
  FormError,
  PageHeading,
  Skeleton,
  toast,
  useForm,
  usePageTitle,
} from '../../ui'
import { UnlessMuted, useSession } from '../auth'
import { DraftBar, useDraft } from '../drafts'
import { missingField } from './compose'
import { MessageFields } from './MessageFields'
import { messagesText } from './messages.texts'
import { findMessage, updateMessage } from './messages.actions'
import './messages.css'

/** `/my/messages/:messageId/edit`: the alternative form in its update mode, for the sender alone. */
export function EditMessageScreen() {
  const navigate = useNavigate()
  const messageId = Number(useParams().messageId)
  const userId = useSession().user?.id
  const [message, setMessage] = useState<Message | null>(null)
  usePageTitle(messagesText('editTitle'))
  useEffect(() => {
    let isStale = false
    void findMessage(forum, messageId).then((result) => {
      if (isStale) return
      if (result.ok && result.value.senderId === userId) setMessage(result.value)
      else {
        toast.error(messagesText('error.loadMessage'))
        void navigate('/my/messages', { replace: true })
      }
    })
    return () => {
      isStale = true
    }
  }, [messageId, userId, navigate])
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
        <Skeleton>
          <Bone height="38px" />
          <Bone height="12em" />
        </Skeleton>
      )}
    </div>
  )
}

function EditForm({ message }: { message: Message }) {
  const navigate = useNavigate()
  const { id, subject, content, recipient } = message
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
      recipient: recipient.username,
      recipientId: recipient.id,
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
        {(control) => (
          <input {...control} className="input compose-locked" readOnly value={recipient.displayName} />
        )}
      </Field>
      <MessageFields value={draft.value} onChange={form.set} onSend={submit} readOnly={form.isBusy} />
      <div className="buttons">
        <Button type="submit" tone="go" busy={form.isBusy}>
          {commonText('save')}
        </Button>
        <Button
          onClick={() => {
            draft.set({})
            toast.success(messagesText('draftSaved'))
          }}
        >
          {messagesText('saveDraft')}
        </Button>
        <Button tone="quiet" onClick={() => void navigate(-1)}>
          {commonText('cancel')}
        </Button>
      </div>
    </form>
  )
}
