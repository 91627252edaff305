import { type UserSummary } from '@forum/shared/contract'
import { CONVERSATION_MEMBERS_MAX } from '@forum/shared/limits'
import { isBlank } from '@forum/shared/text'
import { useState } from 'react'
import { keyOf } from '../lib/keys'
import { Avatar, Button, type ControlProps } from '../ui'
import { Plus, X } from '../ui/icons'
import { type MessageDraft } from './compose'
import { messagesText } from './messages.texts'
import { RecipientField } from './RecipientField'

type Recipients = Pick<MessageDraft, 'recipient' | 'recipientId' | 'others'>

/**
 * The recipients of a message. One stands in the field; with another one it becomes a chip, and the message starts a
 * group conversation.
 */
export function RecipientsField({
  control,
  value: { recipient, recipientId, others = [] },
  onChange,
}: {
  control: ControlProps
  value: Recipients
  onChange: (recipients: Recipients) => void
}) {
  // Who was chosen in the field, as a chip shows them.
  const [chosen, setChosen] = useState<UserSummary | null>(null)
  const canAdd = chosen !== null && chosen.id === recipientId
  // The reader and the one in the field are members, too.
  const isFull = others.length >= CONVERSATION_MEMBERS_MAX - 2
  const without = (id: number) => others.filter((one) => one.id !== id)
  const keep = () => {
    if (!canAdd || isFull) return
    onChange({ recipient: '', recipientId: null, others: [...without(chosen.id), chosen] })
    document.getElementById(control.id)?.focus()
  }
  return (
    <div className="recipients">
      {others.length > 0 && (
        <ul className="recipient-chips">
          {others.map((member) => (
            <li key={member.id} className="recipient-chip">
              <Avatar user={member} size="small" />
              <span className="one-line">{member.displayName}</span>
              <button
                type="button"
                className="recipient-remove"
                aria-label={messagesText('removeRecipient', { name: member.displayName })}
                onClick={() => {
                  onChange({ recipient, recipientId, others: without(member.id) })
                  document.getElementById(control.id)?.focus()
                }}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="recipients-row">
        <RecipientField
          control={control}
          value={recipient}
          required={others.length === 0}
          onChange={({ person, ...given }) => {
            setChosen(person ?? null)
            onChange({ ...given, others })
          }}
          onKeyDown={(event) => {
            if (canAdd && [',', '，', '、', ';', '；'].includes(keyOf(event))) {
              event.preventDefault()
              keep()
            }
            const last = others.at(-1)
            if (keyOf(event) === 'Backspace' && recipient === '' && last)
              onChange({ recipient, recipientId, others: without(last.id) })
          }}
        />
        {canAdd && !isFull && (
          <Button icon={<Plus aria-hidden />} onClick={keep}>
            {messagesText('another')}
          </Button>
        )}
      </div>
      {(others.length > 1 || (others.length === 1 && !isBlank(recipient))) && (
        <p className="faint small">
          {isFull
            ? messagesText('tooManyRecipients', { max: CONVERSATION_MEMBERS_MAX })
            : messagesText('groupHint')}
        </p>
      )}
    </div>
  )
}
