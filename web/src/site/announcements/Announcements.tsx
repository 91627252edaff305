import { type ListedAnnouncement } from '@forum/shared/contract'
import { ANNOUNCEMENT_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { useBoards } from '../../boards'
import { commonText } from '../../lib/i18n'
import { resultOf } from '../../lib/result'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  FormDialog,
  FormField,
  IconButton,
  localTime,
  SkeletonLines,
  useAction,
  useForm,
} from '../../ui'
import { Pencil, Trash2 } from '../../ui/icons'
import { announcementsText } from './announcements.texts'

const AUDIENCES = ['everyone', 'members', 'newcomers'] as const

/** All announcements, each with its time and its audience, and a form that makes or changes one. */
export function Announcements() {
  const load = useCallback(
    () => resultOf(forum.call('listAllAnnouncements').then(({ announcements }) => announcements)),
    [],
  )
  const loaded = useLoaded(load)
  const [editing, setEditing] = useState<ListedAnnouncement | 'new' | null>(null)
  const removal = useAction(
    (id: number) => resultOf(forum.call('deleteAnnouncement', { params: { announcementId: id } })),
    loaded.reload,
  )
  const boards = useBoards().data ?? []
  return (
    <>
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={3} />} failed={announcementsText('failed')}>
        {(announcements) => (
          <ul className="admin-invitations">
            {announcements.map((each) => (
              <li key={each.id}>
                <span>
                  {each.text}
                  <span className="faint small">
                    {[
                      announcementsText(`audiences.${each.audience}`),
                      ...(each.boardId === null
                        ? []
                        : [boards.find(({ id }) => id === each.boardId)?.displayName ?? `#${each.boardId}`]),
                      ...(each.from === null
                        ? []
                        : [announcementsText('begins', { time: localTime(each.from) })]),
                      ...(each.until === null
                        ? []
                        : [announcementsText('ends', { time: localTime(each.until) })]),
                    ].join(' · ')}
                  </span>
                </span>
                <span>
                  <IconButton
                    label={announcementsText('edit', { text: each.text })}
                    onClick={() => {
                      setEditing(each)
                    }}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    label={announcementsText('remove', { text: each.text })}
                    onClick={() => {
                      removal.run(each.id)
                    }}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </span>
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
      <p className="admin-save">
        <Button
          onClick={() => {
            setEditing('new')
          }}
        >
          {announcementsText('add')}
        </Button>
      </p>
      {editing !== null && (
        <AnnouncementDialog
          announcement={editing === 'new' ? null : editing}
          onClose={() => {
            setEditing(null)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

/** Returns a time as the value of its control, in this machine's time zone; '' for none. */
function controlTime(at: string | null | undefined): string {
  if (!at) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const instantOf = (typed: string) => (typed === '' ? null : new Date(typed).toISOString())

function AnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: ListedAnnouncement | null
  onClose: () => void
}) {
  const boards = useBoards().data ?? []
  const form = useForm({
    initial: {
      text: announcement?.text ?? '',
      from: controlTime(announcement?.from),
      until: controlTime(announcement?.until),
      audience: announcement?.audience ?? 'everyone',
      boardId: announcement?.boardId ? String(announcement.boardId) : '',
    },
    send: ({ text, from, until, audience, boardId }) => {
      const body = {
        ...{ text, audience, from: instantOf(from), until: instantOf(until) },
        boardId: boardId === '' ? null : Number(boardId),
      }
      return resultOf<unknown>(
        announcement
          ? forum.call('updateAnnouncement', { params: { announcementId: announcement.id }, body })
          : forum.call('createAnnouncement', { body }),
      )
    },
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={announcement ? announcementsText('edit', { text: announcement.text }) : announcementsText('add')}
      submit={commonText('save')}
    >
      <FormField
        form={form}
        name="text"
        label={announcementsText('text')}
        help={announcementsText('textHelp')}
        count={{ count: countCharacters(form.values.text), max: ANNOUNCEMENT_MAX }}
        rows={3}
      />
      <FormField form={form} name="audience" label={announcementsText('audience')}>
        {AUDIENCES.map((audience) => (
          <option key={audience} value={audience}>
            {announcementsText(`audiences.${audience}`)}
          </option>
        ))}
      </FormField>
      <FormField form={form} name="boardId" label={announcementsText('board')}>
        <option value="">{announcementsText('everywhere')}</option>
        {boards.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </FormField>
      <FormField form={form} name="from" type="datetime-local" label={announcementsText('from')} optional />
      <FormField
        form={form}
        name="until"
        type="datetime-local"
        label={announcementsText('until')}
        help={announcementsText('untilHelp')}
        optional
      />
    </FormDialog>
  )
}
