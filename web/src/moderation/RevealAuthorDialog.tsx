import { type UserSummary } from '@forum/shared/contract'
import { isBlank, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { resultOf } from '../lib/result'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Avatar, Button, Dialog, Field, FormDialog, MemberLink, useForm } from '../ui'
import { revealText } from './reveal.texts'

/** Reveals the author of an anonymous post, once a reason is given for the log. */
export function RevealAuthorDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const [author, setAuthor] = useState<UserSummary | null>(null)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: isBlank(reason) ? revealText('reasonMissing') : undefined }),
    send: ({ reason }) =>
      resultOf(forum.call('revealAuthor', { params: { postId }, body: { reason: trimText(reason) } })),
    onSent: (answer) => {
      setAuthor(answer.author)
    },
  })
  if (author)
    return (
      <Dialog title={revealText('found')} onClose={onClose}>
        <p className="case-author">
          <Avatar user={author} />
          <MemberLink member={author} className="link">
            <b>{author.displayName}</b> @{author.username}
          </MemberLink>
        </p>
        <p className="faint small">{revealText('logged')}</p>
        <p className="act-foot">
          <Button onClick={onClose}>{commonText('close')}</Button>
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={revealText('title')}
      note={revealText('note')}
      submit={revealText('look')}
    >
      <Field label={revealText('reason')} required error={form.errors.reason}>
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={3}
            value={form.values.reason}
            onChange={(event) => {
              form.set({ reason: event.target.value })
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
