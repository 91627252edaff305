import { ANNOUNCEMENT_MAX } from '@forum/shared/limits'
import { useState } from 'react'
import { resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, FormField, toast, useForm } from '../../ui'
import { useAnnouncement, setAnnouncement } from '../../state/announcement'
import { boardAdminText } from './board-admin.texts'

const EMPTY = { text: '', until: '' }

/** Returns a time as its control has it, in this machine's time zone: 2026-11-20T09:30. */
function controlTime(at: string): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Edits the announcement at the top of the home page. */
export function AnnouncementForm() {
  const announcement = useAnnouncement()
  const [written, setWritten] = useState<Partial<typeof EMPTY>>({})
  const text = written.text ?? announcement?.text ?? ''
  const end = announcement?.until ?? null
  const until = written.until ?? (end === null ? '' : controlTime(end))
  const form = useForm({
    initial: EMPTY,
    kept: {
      value: { text, until },
      set: (change) => {
        setWritten({ ...written, ...change })
      },
    },
    send: () => {
      const chosen = written.until === undefined ? end : until === '' ? null : new Date(until).toISOString()
      return resultOf(setAnnouncement(forum, { text, until: chosen }))
    },
    onSent: () => {
      form.reset()
      setWritten({})
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
      <FormField
        form={form}
        name="until"
        type="datetime-local"
        label={boardAdminText('announcementUntil')}
        help={boardAdminText('announcementUntilHelp')}
        optional
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
