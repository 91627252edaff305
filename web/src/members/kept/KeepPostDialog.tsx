import { type Post, type PostBookmark } from '@forum/shared/contract'
import { BOOKMARK_NOTE_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import {
  Button,
  ChoiceSwitch,
  Counter,
  Field,
  FormDialog,
  localTime,
  sharedClock,
  toast,
  useForm,
  useIsWide,
} from '../../ui'
import { forgetPost, keepPost, keepPostAgain } from './kept.actions'
import { keepPostText } from './keep-post.texts'
import { choicesAt, timeOf, type GivenReminder } from './reminders'
import './keep-post.css'

type Subject = Pick<Post, 'id' | 'threadId' | 'number'>

/** Bookmarks a post at once, then asks for an optional note and reminder. */
export function KeepPostDialog({ post, onClose }: { post: Subject; onClose: () => void }) {
  const [bookmark, setBookmark] = useState<PostBookmark | null>(null)
  const show = useEffectEvent((result: Result<PostBookmark>) => {
    if (result.ok) setBookmark(result.value)
    else {
      toast.error(keepPostText('failed'), { description: result.error.message })
      onClose()
    }
  })
  const { id, threadId } = post
  useEffect(() => {
    void keepPost(forum, { id, threadId }).then(show)
  }, [id, threadId])
  return bookmark && <BookmarkDialog post={post} bookmark={bookmark} onClose={onClose} />
}

/** Changes the note and the reminder of a bookmarked post, or removes its bookmark. */
export function BookmarkDialog({
  post,
  bookmark,
  onClose,
  onRemove = () => void removeBookmark(post, bookmark),
}: {
  post: Subject
  bookmark: PostBookmark
  onClose: () => void
  onRemove?: () => void
}) {
  const id = useId()
  const [now] = useState(() => sharedClock.now())
  const form = useForm({
    initial: { note: bookmark.note, ...reminderOf(bookmark) },
    check: (given) => ({
      note:
        countCharacters(given.note) > BOOKMARK_NOTE_MAX
          ? keepPostText('noteTooLong', { max: BOOKMARK_NOTE_MAX })
          : undefined,
      custom: timeOf(given, sharedClock.now()) === undefined ? keepPostText('customMissing') : undefined,
    }),
    send: ({ note, ...reminder }) => {
      const time = timeOf(reminder, sharedClock.now()) ?? null
      return keepPost(forum, post, { note, remindAt: time?.toISOString() ?? null })
    },
    onSent: onClose,
    fieldOf: null,
  })
  const { note, when, custom } = form.values
  const time = timeOf({ when, custom }, sharedClock.now())
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={keepPostText('kept', { n: post.number })}
      note={keepPostText('keptNote')}
      shape={useIsWide() ? 'box' : 'sheet'}
      submit={keepPostText('done')}
    >
      <div className="keep-post">
        <Field
          label={keepPostText('note')}
          optional
          error={form.errors.note}
          aside={<Counter count={countCharacters(note)} max={BOOKMARK_NOTE_MAX} />}
        >
          {(control) => (
            <textarea {...control} {...form.control('note')} className="input" rows={2} data-first-focus />
          )}
        </Field>
        <ChoiceSwitch
          name={id}
          legend={keepPostText('reminder')}
          value={when}
          options={choicesAt(now).map((value) => ({ value, label: keepPostText(`when.${value}`) }))}
          onChange={(chosen) => {
            form.set({ when: chosen })
          }}
        />
        {when === 'custom' && (
          <Field label={keepPostText('customLabel')} required error={form.errors.custom}>
            {(control) => (
              <input {...control} {...form.control('custom')} type="datetime-local" className="input" />
            )}
          </Field>
        )}
        {time && (
          <p className="small faint num">{keepPostText('at', { time: localTime(time.toISOString()) })}</p>
        )}
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            onClose()
            onRemove()
          }}
        >
          {keepPostText('remove')}
        </Button>
      </div>
    </FormDialog>
  )
}

/** Removes the bookmark of a post, and offers to restore it with its note and reminder. */
export async function removeBookmark(
  post: Subject,
  bookmark: PostBookmark,
  keepAgain = () => keepPostAgain(forum, post, bookmark),
): Promise<void> {
  const result = await forgetPost(forum, post)
  if (!result.ok) {
    toast.error(result.error.message)
    return
  }
  toast.info(keepPostText('removed', { n: post.number }), {
    action: {
      label: keepPostText('undo'),
      onClick: () =>
        void keepAgain().then((again) => {
          if (!again.ok) toast.error(keepPostText('failed'), { description: again.error.message })
        }),
    },
  })
}

const reminderOf = ({ remindAt }: PostBookmark): GivenReminder =>
  remindAt === null
    ? { when: 'never', custom: '' }
    : { when: 'custom', custom: localTime(remindAt).replace(' ', 'T') }
