import { ANNOUNCEMENT_MAX } from '@forum/shared/limits'
import { type FormEvent, useState } from 'react'
import { resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, Counter, Field, toast } from '../../ui'
import { useAnnouncement, setAnnouncement } from '../announcement'
import { boardAdminText } from './board-admin.texts'

/** Edits the announcement at the top of the home page. */
export function AnnouncementForm() {
  const announcement = useAnnouncement()
  const [written, setWritten] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const text = written ?? announcement?.text ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const saved = await resultOf(setAnnouncement(forum, text))
    setIsBusy(false)
    setError(saved.ok ? undefined : saved.error.message)
    if (!saved.ok) return
    setWritten(null)
    toast.success(boardAdminText('announced'))
  }
  return (
    <form className="admin-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={boardAdminText('announcementText')}
        help={boardAdminText('announcementHelp')}
        error={error}
        aside={<Counter count={text.length} max={ANNOUNCEMENT_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            value={text}
            disabled={announcement === null}
            onChange={(event) => {
              setWritten(event.target.value)
            }}
          />
        )}
      </Field>
      <p className="admin-acts">
        <Button tone="go" type="submit" busy={isBusy}>
          {boardAdminText('announce')}
        </Button>
      </p>
    </form>
  )
}
