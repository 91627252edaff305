import { type Board } from '@forum/shared/contract'
import { CONTENT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  Counter,
  ErrorState,
  Field,
  FormError,
  isTouch,
  PageHeading,
  sharedClock,
  useBusy,
  useForm,
  usePageTitle,
} from '../../ui'
import { UnlessMuted } from '../../accounts'
import { useSession } from '../../state/session'
import { useBoards } from '../../boards'
import { attachedTo, filesOf } from '../composer/draft-files'
import { Composer } from '../composer/Composer'
import { unsentFiles } from '../composer/use-files'
import { useUploads } from '../composer/uploads'
import { DraftBar, submit, useDraft, useSubmission } from '../../state/drafts'
import { ResendButton, useResendWhenBack } from '../../state/live'
import { PollEditor } from '../polls/PollEditor'
import { pollOf, pollProblem } from '../polls/draft-poll'
import { PostPreview } from '../thread/PostPreview'
import { BoardSelect } from './BoardSelect'
import { boardOfAddress, EMPTY, greetingOf, isIncomplete, type NewThread, problemsOf } from './new-thread'
import { newThreadText } from './new-thread.texts'
import { SimilarThreads } from './SimilarThreads'
import './new-thread.css'

/** `/new-thread`, `/new-thread/:boardId` and `?boardId=`. */
export function NewThreadScreen() {
  const { boardId: inPath } = useParams()
  const [query] = useSearchParams()
  const boards = useBoards()
  usePageTitle(newThreadText('title'))
  useBusy(boards.status === 'loading')
  const given = inPath ?? query.get('boardId')
  return (
    <>
      <Breadcrumb
        trail={[{ label: commonText('allBoards'), to: '/boards' }, { label: newThreadText('title') }]}
      />
      <PageHeading title={newThreadText('title')} className="ruled-heading" />
      {boards.status === 'error' ? (
        <ErrorState
          title={newThreadText('boardsFailed')}
          cause={boards.error.message}
          onRetry={boards.reload}
        />
      ) : (
        <UnlessMuted>
          <NewThreadForm
            key={given ?? ''}
            given={given}
            isGreeting={query.get('begin') === 'greeting'}
            boards={boards.data ?? null}
          />
        </UnlessMuted>
      )}
    </>
  )
}

function NewThreadForm({
  given,
  isGreeting,
  boards,
}: {
  given: string | null
  /** Whether it begins as a newcomer's greeting. */
  isGreeting: boolean
  boards: Board[] | null
}) {
  const navigate = useNavigate()
  const { user } = useSession()
  const actor = actorOf(user)
  // The text that it begins with is no draft until it is changed.
  const [empty] = useState(() => (isGreeting && user ? greetingOf(user) : EMPTY))
  const draft = useDraft<NewThread>(isGreeting ? 'new-thread:greeting' : 'new-thread', empty)
  const { title, content } = draft.value
  const onWay = useUploads(draft.place)
  const files = unsentFiles(content, onWay)
  const unsent = files && newThreadText(files === 'uploading' ? 'stillUploading' : 'uploadFailed')
  const ofAddress = boardOfAddress(given, boards ?? [], actor)
  const boardId =
    (draft.value.chosenAt === given ? draft.value.boardId : (ofAddress ?? draft.value.boardId)) ??
    boardOfAddress(draft.value.address, boards ?? [], actor)
  const problems = problemsOf({ title, content, boardId })
  const incomplete = isIncomplete(problems)
  const form = useForm({
    initial: empty,
    kept: draft,
    submission: useSubmission(draft.place),
    // The errors of the fields are shown as they are typed.
    check: ({ poll }) => ({
      form: unsent ?? undefined,
      title: problems.title,
      content: problems.content,
      poll: poll ? pollProblem(poll, sharedClock.now()) : undefined,
    }),
    send: (values) => {
      const attachmentIds = attachedTo(values).map(({ id }) => id)
      return submit(forum, draft.place, empty, 'createThread', {
        title,
        content,
        boardId: Number(boardId),
        ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
        ...(values.poll ? { poll: pollOf(values.poll) } : {}),
      })
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
    if (incomplete) form.focus(problems.board ? 'boardId' : problems.title ? 'title' : 'content')
    else void form.submit()
  }

  const cancel = () => {
    // Leaving keeps the draft.
    const cameFromHere = (history.state as { idx?: number } | null)?.idx
    if (cameFromHere) void navigate(-1)
    else void navigate(boardId === null ? '/' : `/boards/${boardId}`)
  }

  return (
    <form
      {...form.props}
      className="new-thread"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DraftBar draft={draft} />
      <FormError>
        {form.isTried && unsent !== null
          ? unsent
          : form.failure && (
              <>
                <b>{newThreadText('failed')}</b>
                <br />
                {resend.problem ?? form.problem}
              </>
            )}
      </FormError>
      <Field label={newThreadText('board')} required>
        {(control) => (
          <BoardSelect
            control={control}
            boards={boards}
            actor={actor}
            value={boardId}
            onChange={(chosen) => {
              form.set({ boardId: chosen, chosenAt: given, address: null })
            }}
          />
        )}
      </Field>
      <Field
        label={newThreadText('subject')}
        required
        error={problems.title === 'titleTooLong' ? newThreadText('titleTooLong') : undefined}
        aside={<Counter count={countCharacters(trimText(title))} max={TITLE_MAX} />}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="title"
            autoComplete="off"
            placeholder={newThreadText('subjectPlaceholder')}
            value={title}
            onChange={(event) => {
              setText({ title: event.target.value })
            }}
          />
        )}
      </Field>
      {!isGreeting && <SimilarThreads title={title} />}
      <Field
        label={newThreadText('content')}
        required
        error={problems.content === 'contentTooLong' ? newThreadText('contentTooLong') : undefined}
      >
        {(control) => (
          <Composer
            control={control}
            name="content"
            className="new-thread-content"
            placeholder={
              isTouch() ? newThreadText('contentPlaceholderTouch') : newThreadText('contentPlaceholder')
            }
            value={content}
            onChange={(written) => {
              setText({ content: written })
            }}
            preview={(source) => (
              <>
                <h2 className="new-thread-preview-title">{trimText(title) || newThreadText('subject')}</h2>
                <div className="new-thread-preview-body">
                  <PostPreview source={trimText(source)} attachments={attachedTo(draft.value)} />
                </div>
              </>
            )}
            max={CONTENT_MAX}
            counterFrom={0}
            onSend={send}
            readOnly={form.isBusy}
            files={filesOf(draft, empty)}
          />
        )}
      </Field>
      <PollEditor
        poll={draft.value.poll}
        problem={form.errors.poll ?? null}
        onChange={(poll) => {
          form.set({ poll })
        }}
      />
      <div className="new-thread-acts">
        <Button type="submit" tone="go" disabled={incomplete || form.isWaiting} busy={form.isBusy}>
          {form.isBusy ? newThreadText('submitting') : newThreadText('submit')}
        </Button>
        <ResendButton resend={resend} />
        <Button tone="quiet" onClick={cancel}>
          {commonText('cancel')}
        </Button>
      </div>
      <section className="guidelines" aria-labelledby="posting-guidelines">
        <h2 id="posting-guidelines">{newThreadText('guidelines')}</h2>
        <ol>
          {(['r1', 'r2', 'r3', 'r4'] as const).map((rule) => (
            <li key={rule}>{newThreadText(`rules.${rule}`)}</li>
          ))}
        </ol>
      </section>
    </form>
  )
}
