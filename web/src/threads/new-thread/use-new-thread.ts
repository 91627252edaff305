import { type Board } from '@forum/shared/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import { sharedClock, useForm } from '../../ui'
import { useSession } from '../../state/session'
import { submit, useDraft, useSubmission } from '../../state/drafts'
import { useResendWhenBack } from '../../state/live'
import { attachedTo } from '../composer/draft-files'
import { unsentFiles } from '../composer/use-files'
import { useSettled } from '../composer/use-settled'
import { useUploads } from '../composer/uploads'
import { pollOf, pollProblem } from '../polls/draft-poll'
import { boardOfAddress, EMPTY, greetingOf, isIncomplete, type NewThread, problemsOf } from './new-thread'
import { newThreadText } from './new-thread.texts'

/** Characters above which a text is checked only when typing pauses. */
const CHECKED_AT_ONCE_MAX = 2_000

export interface NewThreadProps {
  /** The board given by the address, if any. */
  given: string | null
  /** True for a newcomer's greeting. */
  isGreeting: boolean
  boards: Board[] | null
}

/** The model of the form of a new thread. */
export function useNewThread({ given, isGreeting, boards }: NewThreadProps) {
  const navigate = useNavigate()
  const { user } = useSession()
  const actor = actorOf(user)
  // The initial text is not a draft until it is changed.
  const [empty] = useState(() => (isGreeting && user ? greetingOf(user) : EMPTY))
  const draft = useDraft<NewThread>(isGreeting ? 'new-thread:greeting' : 'new-thread', empty)
  const { title, content } = draft.value
  const unfinishedUploads = useUploads(draft.place)
  const unsent = unsentFiles(content, unfinishedUploads)
  const ofAddress = boardOfAddress(given, boards ?? [], actor)
  const boardId =
    (draft.value.chosenAt === given ? draft.value.boardId : (ofAddress ?? draft.value.boardId)) ??
    boardOfAddress(draft.value.address, boards ?? [], actor)
  const isAnonymousIn = (id: number | null) => boards?.find((one) => one.id === id)?.allowsAnonymous === true
  const board = boards?.find(({ id }) => id === boardId)
  // A draft may have the type of another board.
  const type = board?.types.find(({ key }) => key === draft.value.type)?.key ?? null
  // The markup of a long text takes longer to check than a key may take to appear, and is checked at a pause.
  const settled = useSettled(content)
  const checked = useDeferredValue(content.length > CHECKED_AT_ONCE_MAX ? settled : content)
  const problems = useMemo(() => problemsOf({ title, content: checked, boardId }), [title, checked, boardId])
  const incomplete = isIncomplete(problems)
  const form = useForm({
    initial: empty,
    kept: draft,
    submission: useSubmission(draft.place),
    // Fields show their errors while they are typed.
    check: ({ poll }) => ({
      form: unsent ?? undefined,
      title: problems.title,
      content: problems.content,
      poll: poll ? pollProblem(poll, sharedClock.now()) : undefined,
      type:
        board?.typeRequired && board.types.length > 0 && type === null
          ? newThreadText('typeMissing')
          : undefined,
    }),
    send: (values) => {
      const attachmentIds = attachedTo(values).map(({ id }) => id)
      const body = {
        title,
        content,
        boardId: Number(boardId),
        ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
        ...(values.poll ? { poll: pollOf(values.poll) } : {}),
        ...(values.anonymous && isAnonymousIn(boardId) && { anonymous: true }),
        ...(type === null ? {} : { type }),
        ...(values.isQuestion ? { isQuestion: true } : {}),
      }
      const onHeld = () => {
        void navigate('/my/posts?view=held', { replace: true })
      }
      return submit(forum, draft.place, empty, 'createThread', body, { onHeld })
    },
    onSent: ({ thread }) => {
      // Going back must not lead to the empty form.
      void navigate(`/threads/${thread.id}`, { replace: true })
    },
    waits: (seconds) => newThreadText('tooFast', { seconds }),
    describe: ({ fields }) => fields[0]?.message,
  })
  const resend = useResendWhenBack(form.failure, `${title}\n${content}`, () => {
    if (!incomplete) void form.submit()
  })
  const setText = (text: { title?: string; content?: string }) => {
    const isChosenHere = draft.value.chosenAt === given
    form.set({ ...text, ...(isChosenHere ? {} : { address: given }) })
  }
  const send = () => {
    const now = problemsOf({ title, content, boardId })
    if (isIncomplete(now)) form.focus(now.board ? 'boardId' : now.title ? 'title' : 'content')
    else void form.submit()
  }

  const cancel = () => {
    // Leaving keeps the draft.
    const cameFromHere = (history.state as { idx?: number } | null)?.idx
    if (cameFromHere) void navigate(-1)
    else void navigate(boardId === null ? '/' : `/boards/${boardId}`)
  }

  return {
    draft,
    form,
    actor,
    boardId,
    board,
    type,
    problems,
    incomplete,
    unsent,
    resend,
    setText,
    send,
    cancel,
    empty,
  }
}
