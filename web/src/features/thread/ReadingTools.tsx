import { useEffect, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import {
  Button,
  Dialog,
  Field,
  FormError,
  Menu,
  MenuItem,
  MenuLine,
  MenuLink,
  Pagination,
  useIsWide,
} from '../../ui'
import { ArrowDown, Ellipsis, Flame, House, LayoutList, Mail } from '../../ui/icons'
import { useSession } from '../auth'
import { type ThreadRow } from '../thread-copy'
import { findNumberAt } from '../thread-actions'
import { threadAbilities } from './abilities'
import { readPost, threadPath } from './permalink'
import { threadText } from './thread.texts'

interface ReadingToolsProps {
  thread: ThreadRow
  page: number
  onGoTo: (number: number) => void
}

/** On a wide screen, above the posts: the pages, a jump to any post and to the newest, the reply form. */
export function TopTools({ thread, page, onGoTo, onReply }: ReadingToolsProps & { onReply: () => void }) {
  const { user } = useSession()
  const { takesReplies } = threadAbilities(user, thread)
  const isWide = useIsWide()
  const [isJumping, setIsJumping] = useState(false)
  if (!isWide) return null
  return (
    <div className="thread-tools">
      <Pagination
        page={page}
        totalPages={thread.totalPages}
        hrefFor={(to) => threadPath(thread.id, to)}
        label={threadText('topPagination')}
        className="pager-top"
      />
      <div className="thread-tools-end">
        <Button
          size="small"
          onClick={() => {
            setIsJumping(true)
          }}
        >
          {threadText('jump')}…
        </Button>
        <Button
          size="small"
          icon={<ArrowDown aria-hidden />}
          onClick={() => {
            onGoTo(thread.lastNumber)
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
      <JumpDialog thread={thread} page={page} onGoTo={onGoTo} open={isJumping} setOpen={setIsJumping} />
    </div>
  )
}

/** The reading bar of a phone: reply, the post and page being read, and navigation out of the thread. */
export function ReadingBar({ thread, page, onGoTo, onReply }: ReadingToolsProps & { onReply: () => void }) {
  const [isJumping, setIsJumping] = useState(false)
  const number = useNumberInView()
  const jump = () => {
    setIsJumping(true)
  }
  return (
    <div className="reading-bar" role="group" aria-label={threadText('readingBar')}>
      <button type="button" className="reading-reply" onClick={onReply}>
        {threadText('writeReply')}
      </button>
      <button type="button" className="reading-tool num" onClick={jump}>
        <b>{number}</b>
        {threadText('jumpNumber')}
      </button>
      <button type="button" className="reading-tool num" onClick={jump}>
        <b>
          {page}/{thread.totalPages}
        </b>
        {threadText('jumpPage')}
      </button>
      <Menu
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
            onGoTo(thread.lastNumber)
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
      </Menu>
      <JumpDialog thread={thread} page={page} onGoTo={onGoTo} open={isJumping} setOpen={setIsJumping} />
    </div>
  )
}

function JumpDialog({
  thread,
  page,
  onGoTo,
  open,
  setOpen,
}: ReadingToolsProps & { open: boolean; setOpen: (open: boolean) => void }) {
  const isWide = useIsWide()
  const [text, setText] = useState('')
  const [date, setDate] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isFinding, setIsFinding] = useState(false)
  const goTo = (number: number) => {
    setOpen(false)
    setText('')
    setDate('')
    whenDialogIsGone(() => {
      onGoTo(Math.min(number, thread.lastNumber))
    })
  }
  const submit = async () => {
    if (isFinding) return
    setError(null)
    const number = Number(text)
    if (text !== '' && Number.isInteger(number) && number > 0) {
      goTo(number)
      return
    }
    if (date === '') return
    setIsFinding(true)
    // The beginning of the day in the reader's time zone.
    const found = await findNumberAt(forum, thread.id, new Date(`${date}T00:00`))
    setIsFinding(false)
    if (found.ok) goTo(found.value)
    else setError(threadText('dateFailed'))
  }
  return (
    <Dialog open={open} onOpenChange={setOpen} title={threadText('jump')} shape={isWide ? 'box' : 'sheet'}>
      <form
        className="jump-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field label={threadText('jumpLabel', { last: thread.lastNumber })}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="numeric"
              value={text}
              onChange={(event) => {
                setText(event.target.value.replace(/\D/g, ''))
              }}
            />
          )}
        </Field>
        <Field label={threadText('toDate')}>
          {(control) => (
            <input
              {...control}
              type="date"
              className="input"
              min={localDay(thread.createdAt)}
              max={localDay(thread.lastPostAt)}
              value={date}
              onChange={(event) => {
                setDate(event.target.value)
              }}
            />
          )}
        </Field>
        <Button type="submit" tone="go" busy={isFinding}>
          {threadText('jumpGo')}
        </Button>
        <FormError>{error}</FormError>
      </form>
      <div
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
        }}
      >
        <Pagination
          page={page}
          totalPages={thread.totalPages}
          hrefFor={(to) => threadPath(thread.id, to)}
          label={threadText('jumpPage')}
        />
      </div>
    </Dialog>
  )
}

/** Runs after the dialog has closed and returned the focus, to move the focus elsewhere. */
function whenDialogIsGone(work: () => void): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role="dialog"]')) whenDialogIsGone(work)
    else setTimeout(work)
  })
}

/** Returns the day of a time in the reader's time zone, in the format of date fields. */
function localDay(at: string): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The number of the post that is being read. */
function useNumberInView(): number {
  const [number, setNumber] = useState(1)
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      const current = readPost()
      if (current) setNumber(Number(current.dataset.number))
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [])
  return number
}
