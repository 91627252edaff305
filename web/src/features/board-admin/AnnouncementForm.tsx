import { ANNOUNCEMENT_MAX } from '@forum/shared/limits'
import { useState } from 'react'
import { resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, FormField, toast, useForm } from '../../ui'
import { useAnnouncement, setAnnouncement } from '../announcement'
import { boardAdminText } from './board-admin.texts'

const EMPTY = { text: '' }

/** Edits the announcement at the top of the home page. */
export function AnnouncementForm() {
  const announcement = useAnnouncement()
  const [written, setWritten] = useState<string | null>(null)
  const text = written ?? announcement?.text ?? ''
  const form = useForm({
    initial: EMPTY,
    kept: {
      value: { text },
      set: (change) => {
        setWritten(change.text ?? null)
      },
    },
    send: () => resultOf(setAnnouncement(forum, text)),
    onSent: () => {
      form.reset()
      setWritten(null)
      toast.success(boardAdminText('announced'))
    },
  })
  return (
    <form {...form.props} className="admin-form">
      <FormField
        form={{ ...form, errors: { text: form.errors.text ?? form.problem ?? undefined } }}
        name="text"
        label={boardAdminText('announcementText')}
        help={boardAdminText('announcementHelp')}
        count={{ count: text.length, max: ANNOUNCEMENT_MAX }}
        rows={3}
        disabled={announcement === null}
      />
      <p className="admin-acts">
        <Button tone="go" type="submit" busy={form.isBusy}>
          {boardAdminText('announce')}
        </Button>
      </p>
    </form>
  )
}
