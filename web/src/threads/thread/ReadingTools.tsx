import { useState } from 'react'
import { keyOf } from '../../lib/keys'
import { commonText } from '../../lib/i18n'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import {
  Button,
  ButtonLink,
  Dialog,
  Field,
  FormError,
  MenuItem,
  MenuLine,
  MenuLink,
  Pagination,
  useForm,
  useIsWide,
  useShortcuts,
} from '../../ui'
import {
  ArrowDown,
  ArrowUp,
  ChevronsDown,
  Ellipsis,
  Flame,
  House,
  LayoutList,
  Mail,
  UserRoundSearch,
} from '../../ui/icons'
import { useSession } from '../../state/session'
import { type ThreadRow } from '../../state/thread-copy'
import { findNumberAt } from '../thread-actions/thread-actions.actions'
import { ThreadActsMenu } from '../thread-actions/ThreadActions'
import { threadAbilities } from './abilities'
import { authorPath } from './permalink'
import { PostGlimpse } from './PostGlimpse'
import { whenDialogIsGone } from './when-dialog-is-gone'
import { threadText } from './thread.texts'
import { daysOf, monthAndDay, useOutline } from './use-outline'
import { useNumberInView, useUnread } from './use-reading-place'

interface ReadingToolsProps {
  thread: ThreadRow
  page: number
  onGoTo: (number: number) => void
  hrefFor: (page: number) => string
  isNewestFirst: boolean
  /** Reverses the order. */
  onTurn: () => void
}

/** The tools of a wide screen above the posts: the pages, a jump to any post and to the newest, and the reply form. */
export function TopTools({ onReply, ...props }: ReadingToolsProps & { onReply: () => void }) {
  const { thread, page, onGoTo, hrefFor } = props
  const { user } = useSession()
  const { takesReplies } = threadAbilities(user, thread)
  const isWide = useIsWide()
  const jump = useJump(props)
  useShortcuts({
    g: (event) => {
      event.preventDefault()
      if (isWide) jump.open()
    },
  })
  if (!isWide) return null
  return (
    <div className="thread-tools">
      <Pagination
        page={page}
        totalPages={thread.totalPages}
        hrefFor={hrefFor}
        label={threadText('topPagination')}
        className="pager-top"
      />
      <div className="thread-tools-end">
        <Button size="small" onClick={jump.open}>
          {threadText('jump')}…
        </Button>
        <Button
          size="small"
          icon={<ArrowDown aria-hidden />}
          onClick={() => {
            onGoTo(thread.lastPostNumber)
          }}
        >
          {threadText('toLatest')}
        </Button>
        {takesReplies && (
          <Button size="small" onClick={onReply}>
            {threadText('replyTool')}
          </Button>
        )}
      </div>
      {jump.dialog}
    </div>
  )
}

/** The reading bar of a phone: reply, the post and page being read, and navigation out of the thread. */
export function ReadingBar({ onReply, ...props }: ReadingToolsProps & { onReply: () => void }) {
  const { thread, page, onGoTo } = props
  const jump = useJump(props)
  const number = useNumberInView()
  return (
    <div className="reading-bar" role="group" aria-label={threadText('readingBar')}>
      <button type="button" className="reading-reply" onClick={onReply}>
        {threadText('writeReply')}
      </button>
      <button type="button" className="reading-tool num" onClick={jump.open}>
        <b>{number}</b>
        {threadText('jumpNumber')}
      </button>
      <button type="button" className="reading-tool num" onClick={jump.open}>
        <b>
          {page}/{thread.totalPages}
        </b>
        {threadText('jumpPage')}
      </button>
      <ThreadActsMenu
        thread={thread}
        trigger={
          <button type="button" className="reading-tool">
            <Ellipsis aria-hidden />
            {commonText('more')}
          </button>
        }
      >
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          onSelect={() => {
            onGoTo(thread.lastPostNumber)
          }}
        >
          {threadText('toLatest')}
        </MenuItem>
        <MenuLine />
        <MenuLink to="/" icon={<House aria-hidden />}>
          {commonText('home')}
        </MenuLink>
        <MenuLink to="/boards" icon={<LayoutList aria-hidden />}>
          {commonText('boards')}
        </MenuLink>
        <MenuLink to="/hot" icon={<Flame aria-hidden />}>
          {commonText('hotShort')}
        </MenuLink>
        <MenuLink to="/my/messages" icon={<Mail aria-hidden />}>
          {commonText('inbox')}
        </MenuLink>
      </ThreadActsMenu>
      {jump.dialog}
    </div>
  )
}

/** The dialog that leads to any post of the thread, and the function that opens it. */
function useJump(props: ReadingToolsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => {
      setIsOpen(true)
    },
    dialog: (
      <JumpDialog
        {...props}
        open={isOpen}
        onClose={() => {
          setIsOpen(false)
        }}
      />
    ),
  }
}

function JumpDialog({
  thread,
  page,
  onGoTo,
  hrefFor,
  isNewestFirst,
  onTurn,
  open,
  onClose,
}: ReadingToolsProps & { open: boolean; onClose: () => void }) {
  const isWide = useIsWide()
  const form = useForm({
    initial: { text: '', date: '' },
    send: async ({ text, date }): Promise<Result<number> | null> => {
      if (Number(text) > 0) return { ok: true, value: Number(text) }
      // The beginning of the day in the reader's time zone.
      return date === '' ? null : findNumberAt(forum, thread.id, new Date(`${date}T00:00`))
    },
    onSent: (number) => {
      goTo(number)
    },
    describe: () => threadText('dateFailed'),
    fieldOf: null,
  })
  const goTo = (number: number) => {
    onClose()
    form.reset()
    whenDialogIsGone(() => {
      onGoTo(Math.min(number, thread.lastNumber))
    })
  }
  return (
    <Dialog open={open} onClose={onClose} title={threadText('jump')} shape={isWide ? 'box' : 'sheet'}>
      {!isWide && (
        <JumpSheet
          thread={thread}
          isNewestFirst={isNewestFirst}
          onGoTo={goTo}
          onTurn={() => {
            onClose()
            onTurn()
          }}
          onLeave={onClose}
        />
      )}
      {/* The browser checks the bounds of the date. */}
      <form {...form.props} noValidate={false} className="jump-form">
        <Field label={threadText('jumpLabel', { last: thread.lastNumber })}>
          {(control) => (
            <input
              {...control}
              // A phone's keyboard would cover the sheet.
              data-first-focus={isWide ? '' : undefined}
              className="input"
              inputMode="numeric"
              value={form.values.text}
              onChange={(event) => {
                form.set({ text: event.target.value.replace(/\D/g, '') })
              }}
            />
          )}
        </Field>
        <Field label={threadText('toDate')}>
          {(control) => (
            <input
              {...control}
              {...form.control('date')}
              type="date"
              className="input"
              min={localDay(thread.createdAt)}
              max={localDay(thread.lastPostAt)}
            />
          )}
        </Field>
        <Button type="submit" tone="go" busy={form.isBusy}>
          {threadText('jumpGo')}
        </Button>
        <FormError>{form.problem}</FormError>
      </form>
      <div
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        <Pagination
          page={page}
          totalPages={thread.totalPages}
          hrefFor={hrefFor}
          label={threadText('jumpPage')}
        />
      </div>
    </Dialog>
  )
}

/** The phone's counterpart of the rail: a slider over the whole thread, and the most wanted places. */
function JumpSheet({
  thread,
  isNewestFirst,
  onGoTo,
  onTurn,
  onLeave,
}: Pick<ReadingToolsProps, 'thread' | 'isNewestFirst' | 'onGoTo' | 'onTurn'> & {
  onLeave: () => void
}) {
  const current = useNumberInView()
  const { firstUnread, count: unread } = useUnread(thread, isNewestFirst)
  const [wanted, setWanted] = useState<number | null>(null)
  const outline = useOutline(thread.id)
  const number = Math.min(wanted ?? current, thread.lastNumber)
  const days = daysOf(outline?.times ?? [])
  const middle = days[Math.floor(days.length / 2)]
  const go = () => {
    if (wanted !== null) onGoTo(wanted)
  }
  return (
    <div className="jump-sheet">
      <PostGlimpse threadId={thread.id} number={number} className="jump-glimpse" />
      <input
        type="range"
        className="jump-slider"
        aria-label={threadText('railHandle')}
        min={1}
        max={thread.lastNumber}
        value={number}
        onChange={(event) => {
          setWanted(Number(event.target.value))
        }}
        onPointerUp={go}
        onKeyDown={(event) => {
          if (keyOf(event) === 'Enter') go()
        }}
      />
      <p className="jump-ends num">
        <span>
          {threadText('postNumber', { n: 1 })} {monthAndDay(thread.createdAt)}
        </span>
        {middle && <span>{monthAndDay(middle.createdAt)}</span>}
        <span>
          {threadText('postNumber', { n: thread.lastNumber })} {monthAndDay(thread.lastPostAt)}
        </span>
      </p>
      <div className="jump-places">
        <Button
          icon={<ArrowUp aria-hidden />}
          onClick={() => {
            onGoTo(1)
          }}
        >
          {threadText('toOpening')}
        </Button>
        <Button
          icon={<ArrowDown aria-hidden />}
          onClick={() => {
            onGoTo(thread.lastPostNumber)
          }}
        >
          {threadText('toLatest')}
        </Button>
        {thread.viewer !== null && (
          <Button
            tone={firstUnread === null ? undefined : 'go'}
            icon={<ChevronsDown aria-hidden />}
            disabled={firstUnread === null}
            onClick={() => {
              if (firstUnread !== null) onGoTo(firstUnread)
            }}
          >
            {firstUnread === null
              ? threadText('nothingUnread')
              : threadText('toFirstUnread', { count: unread })}
          </Button>
        )}
        <ButtonLink
          to={authorPath(thread.id, thread.userId)}
          icon={<UserRoundSearch aria-hidden />}
          onClick={onLeave}
        >
          {threadText('onlyStarter')}
        </ButtonLink>
      </div>
      <label className="jump-turn">
        {threadText('newestFirst')}
        <input type="checkbox" role="switch" className="switch" checked={isNewestFirst} onChange={onTurn} />
      </label>
    </div>
  )
}

/** Returns the day of a time in the reader's time zone, in the format of date fields. */
function localDay(at: string): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
