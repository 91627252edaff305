import { type Post } from '@forum/shared/contract'
import { isBlank } from '@forum/shared/text'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { sessionSlice, useForum } from '../../store'
import { useMuteNotice } from '../../accounts'
import { useSession } from '../../state/session'
import { Button, copyToClipboard } from '../../ui'
import { draftKey, drafts, useDraft } from '../../state/drafts'
import { replyDraftKey, type ThreadRow } from '../../state/thread-copy'
import { PaceNote, UnlockNote } from '../pace/PaceNote'
import { threadAbilities } from './abilities'
import { Docked } from './Docked'
import { DraftStrip } from './DraftStrip'
import { EMPTY_REPLY, type ReplyDraft } from './replies'
import { ReplyForm } from './ReplyForm'
import { threadText } from './thread.texts'
import { TypingNotice } from './TypingNotice'
import { type ReplyDock } from './use-reply-dock'
import { useSignInToReply } from './use-sign-in-to-reply'

interface ReplyAreaProps {
  thread: ThreadRow
  dock: ReplyDock
  onSeeNew: (number: number) => void
  onSent: (post: Post) => void
}

/** The reply form, or the reason why it is missing. */
export function ReplyArea(props: ReplyAreaProps) {
  const { thread } = props
  const { status, user } = useSession()
  const { canReply } = threadAbilities(user, thread)
  const muteNotice = useMuteNotice(thread.boardId)
  const signInToReply = useSignInToReply(thread.id)
  if (status === 'checking') return <section className="reply-area" />
  if (!user)
    return (
      <section className="reply-area">
        <LeftDraft threadId={thread.id} />
        <p className="reply-notice">
          {threadText('loginToReply')}
          <Link
            to="/login"
            className="link"
            onClick={(event) => {
              event.preventDefault()
              signInToReply()
            }}
          >
            {threadText('loginLink')}
          </Link>
        </p>
      </section>
    )
  if (thread.isDeleted || muteNotice !== null || !canReply)
    return (
      <section className="reply-area">
        <ClosedForm thread={thread} muteNotice={muteNotice} />
      </section>
    )
  return (
    <>
      {/* Keeps the form's space at the end of the page while it is open. */}
      <Docked isOpen={props.dock.isOpen} label={threadText('replyTool')} className="reply-area">
        <OpenForm {...props} />
      </Docked>
      {!props.dock.isOpen && <DraftStrip thread={thread} onOpen={props.dock.open} />}
    </>
  )
}

/** The form. In a locked thread a moderator opens it on purpose, unless there is a draft. */
function OpenForm(props: ReplyAreaProps) {
  const { thread, dock } = props
  const { content } = useDraft<ReplyDraft>(replyDraftKey(thread.id), EMPTY_REPLY).value
  const [isOpened, setIsOpened] = useState(false)
  // The form stays open when the text is deleted.
  if (thread.isLocked && !isOpened && !isBlank(content)) setIsOpened(true)
  const isShut = thread.isLocked && !isOpened
  return (
    <>
      {thread.isLocked && (
        <p className="reply-notice">
          {threadText('lockedForMembers')}
          <UnlockNote thread={thread} />
          {isShut && (
            <Button
              className="reply-open"
              onClick={() => {
                setIsOpened(true)
                requestAnimationFrame(() => dock.textarea.current?.focus())
              }}
            >
              {threadText('replyAnyway')}
            </Button>
          )}
        </p>
      )}
      {!isShut && (
        <>
          {!dock.isOpen && <TypingNotice threadId={thread.id} />}
          <PaceNote thread={thread} />
          <ReplyForm {...props} />
        </>
      )}
    </>
  )
}

/** Replaces the form once replies are closed; the draft can still be copied. */
function ClosedForm({ thread, muteNotice }: { thread: ThreadRow; muteNotice: string | null }) {
  const { value } = useDraft<ReplyDraft>(replyDraftKey(thread.id), EMPTY_REPLY)
  if (thread.isDeleted && value.content === '') return null
  if (value.content === '')
    return (
      <p className="reply-notice">
        {muteNotice ?? threadText('lockedNotice')}
        {muteNotice === null && <UnlockNote thread={thread} />}
      </p>
    )
  return (
    <div className="reply-closed">
      <p className="reply-notice" role="alert">
        {thread.isDeleted ? threadText('threadDeleted') : (muteNotice ?? threadText('lockedWhileTyping'))}
      </p>
      <DraftToCopy text={value.content} />
    </div>
  )
}

/** The text that a member was writing when the server ended the session, such as by a ban. */
function LeftDraft({ threadId }: { threadId: number }) {
  const userId = useForum((read) => read(sessionSlice).endedUserId ?? null)
  if (userId === null) return null
  const { content } = drafts.read(draftKey(userId, replyDraftKey(threadId)), EMPTY_REPLY).value
  if (content === '') return null
  return (
    <div className="reply-closed">
      <DraftToCopy text={content} />
    </div>
  )
}

function DraftToCopy({ text }: { text: string }) {
  return (
    <>
      <textarea className="input reply-text" aria-label={threadText('quickReply')} readOnly value={text} />
      <Button onClick={() => void copyToClipboard(text, threadText('textCopied'))}>
        {threadText('copyText')}
      </Button>
    </>
  )
}
