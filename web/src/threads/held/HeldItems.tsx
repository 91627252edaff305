import { type OwnHeld } from '@forum/shared/contract'
import { CONTENT_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Avatar, Button, FormDialog, FormField, RelativeTime, Tag, toast, useAction, useForm } from '../../ui'
import { useSession } from '../../state/session'
import { changeHeld, heldText, useOwnHeld, withdrawHeld } from '../../state/held'
import { Markup } from '../thread/Markup'
import { heldItemsText } from './held-items.texts'
import { resume } from './resume'
import './held-items.css'

/** The reader's own held texts in a thread, at its end. */
export function HeldInThread({ threadId }: { threadId: number }) {
  const held = useOwnHeld().filter(({ thread }) => thread?.id === threadId)
  return held.toReversed().map((one) => <HeldItem key={one.id} held={one} isInPlace />)
}

/** All of the reader's own held texts, and those rejected lately. */
export function OwnHeldList() {
  const held = useOwnHeld()
  if (held.length === 0) return <p className="faint">{heldItemsText('none')}</p>
  return held.map((one) => <HeldItem key={one.id} held={one} />)
}

/** A text that waits for approval, or was rejected. Only its author sees it here. */
function HeldItem({ held, isInPlace = false }: { held: OwnHeld; isInPlace?: boolean }) {
  const { user } = useSession()
  const [isEditing, setIsEditing] = useState(false)
  if (!user) return null
  const isPending = held.status === 'pending'
  return (
    <article className="held-item" aria-label={heldItemsText(`kind.${held.kind}`)}>
      <header className="held-item-head">
        <Avatar user={user} size="small" />
        <b>{user.displayName}</b>
        <RelativeTime at={held.createdAt} />
        <Tag tone={isPending ? 'faint' : 'warn'}>{heldItemsText(isPending ? 'pending' : 'rejected')}</Tag>
      </header>
      {!isInPlace && <Where held={held} />}
      {held.title !== null && <p className="held-item-title">{held.title}</p>}
      {held.content !== null && <Markup source={held.content} />}
      {held.editNote !== null && (
        <p className="small soft">{heldItemsText('editNote', { note: held.editNote })}</p>
      )}
      <footer className="held-item-foot">
        <p className="faint small">
          {isPending ? heldText(`reason.${held.reason}`) : (held.note ?? heldItemsText('noNote'))}
          {heldItemsText(isPending ? 'onlyYou' : 'kept')}
        </p>
        {isPending ? (
          <PendingActs
            held={held}
            onEdit={() => {
              setIsEditing(true)
            }}
          />
        ) : (
          <RejectedActs held={held} />
        )}
      </footer>
      {isEditing && (
        <EditDialog
          held={held}
          onClose={() => {
            setIsEditing(false)
          }}
        />
      )}
    </article>
  )
}

function Where({ held: { kind, thread, board, recipients } }: { held: OwnHeld }) {
  return (
    <p className="small soft">
      {heldItemsText(`kind.${kind}`)}
      {thread && (
        <>
          {' · '}
          <Link className="link" to={`/threads/${thread.id}`}>
            {thread.title}
          </Link>
        </>
      )}
      {!thread && board && ` · ${board.displayName}`}
      {recipients.length > 0 &&
        ` · ${heldItemsText('to', { name: recipients.map(({ displayName }) => displayName).join('、') })}`}
    </p>
  )
}

function PendingActs({ held: { id }, onEdit }: { held: OwnHeld; onEdit: () => void }) {
  const withdrawal = useAction(() => withdrawHeld(forum, id), heldItemsText('withdrawn'))
  return (
    <span className="held-item-acts">
      <Button size="small" onClick={onEdit}>
        {commonText('edit')}
      </Button>
      <Button
        size="small"
        busy={withdrawal.isBusy}
        onClick={() => {
          withdrawal.run()
        }}
      >
        {heldItemsText('withdraw')}
      </Button>
    </span>
  )
}

function RejectedActs({ held }: { held: OwnHeld }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const forgetting = useAction(() => withdrawHeld(forum, held.id), heldItemsText('forgotten'))
  return (
    <span className="held-item-acts">
      <Button
        size="small"
        tone="go"
        onClick={() => {
          const to = resume(user?.id ?? null, held)
          void withdrawHeld(forum, held.id)
          toast.info(heldItemsText('inDraft'))
          void navigate(to)
        }}
      >
        {heldItemsText('again')}
      </Button>
      <Button
        size="small"
        busy={forgetting.isBusy}
        onClick={() => {
          forgetting.run()
        }}
      >
        {heldItemsText('forget')}
      </Button>
    </span>
  )
}

/** Changes a held text. */
function EditDialog({ held, onClose }: { held: OwnHeld; onClose: () => void }) {
  const form = useForm({
    initial: { title: held.title ?? '', content: held.content ?? '' },
    check: ({ title, content }) => ({
      title: held.title !== null && isBlank(title) ? heldItemsText('empty') : undefined,
      content: held.content !== null && isBlank(content) ? heldItemsText('empty') : undefined,
    }),
    send: ({ title, content }) =>
      changeHeld(forum, held.id, {
        ...(held.title === null ? {} : { title }),
        ...(held.content === null ? {} : { content }),
      }),
    onSent: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title={heldItemsText('editTitle')} submit={commonText('save')}>
      {held.title !== null && <FormField form={form} name="title" label={heldItemsText('title')} />}
      {held.content !== null && (
        <FormField
          form={form}
          name="content"
          label={heldItemsText('content')}
          rows={10}
          count={{ count: countCharacters(form.values.content), max: CONTENT_MAX }}
        />
      )}
    </FormDialog>
  )
}
