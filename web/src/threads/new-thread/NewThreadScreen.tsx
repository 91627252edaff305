import { CONTENT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import {
  Breadcrumb,
  Button,
  Counter,
  ErrorState,
  Field,
  FormError,
  isTouch,
  PageHeading,
  useBusy,
  usePageTitle,
  useIsRoomy,
} from '../../ui'
import { UnlessMuted } from '../../accounts'
import { useBoards } from '../../boards'
import { attachedTo, filesOf } from '../composer/draft-files'
import { AnonymousCheck } from '../composer/AnonymousCheck'
import { Composer } from '../composer/Composer'
import { DraftBar, DraftSaved } from '../../state/drafts'
import { ResendButton } from '../../state/live'
import { PollEditor } from '../polls/PollEditor'
import { PostPreview } from '../thread/PostPreview'
import { BoardSelect } from './BoardSelect'
import { KindFields } from './KindFields'
import { newThreadText } from './new-thread.texts'
import { SimilarThreads } from './SimilarThreads'
import { type NewThreadProps, useNewThread } from './use-new-thread'
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

function NewThreadForm({ given, isGreeting, boards }: NewThreadProps) {
  const model = useNewThread({ given, isGreeting, boards })
  const isRoomy = useIsRoomy()
  const { draft, form, actor, boardId, problems, unsent, resend, setText, send } = model
  const { title, content, files } = draft.value
  // The same array on every key, so that the preview is not rendered again.
  const attachments = useMemo(() => attachedTo({ files }), [files])
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
      <KindFields model={model} />
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
                  <PostPreview source={trimText(source)} attachments={attachments} />
                </div>
              </>
            )}
            previewsBeside={isRoomy}
            max={CONTENT_MAX}
            counterFrom={0}
            onSend={send}
            readOnly={form.isBusy}
            files={filesOf(draft, model.empty)}
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
      <AnonymousCheck
        isAllowed={model.board?.allowsAnonymous === true}
        checked={draft.value.anonymous ?? false}
        onChange={(anonymous) => {
          form.set({ anonymous })
        }}
      />
      <FormActs model={model} />
      <Guidelines />
    </form>
  )
}

function FormActs({ model }: { model: ReturnType<typeof useNewThread> }) {
  const { draft, form, incomplete, resend, cancel } = model
  return (
    <div className="new-thread-acts">
      <Button type="submit" tone="go" disabled={incomplete || form.isWaiting} busy={form.isBusy}>
        {form.isBusy ? newThreadText('submitting') : newThreadText('submit')}
      </Button>
      <ResendButton resend={resend} />
      <DraftSaved draft={draft} />
      <Button tone="quiet" onClick={cancel}>
        {commonText('cancel')}
      </Button>
    </div>
  )
}

function Guidelines() {
  return (
    <section className="guidelines" aria-labelledby="posting-guidelines">
      <h2 id="posting-guidelines">{newThreadText('guidelines')}</h2>
      <ol>
        {(['r1', 'r2', 'r3', 'r4'] as const).map((rule) => (
          <li key={rule}>{newThreadText(`rules.${rule}`)}</li>
        ))}
      </ol>
    </section>
  )
}
