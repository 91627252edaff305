import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { Button, ButtonLink, EmptyState, ErrorState, LoadMore, UndoBar, usePageTitle } from '../../ui'
import { ArrowLeft, Check, ChevronLeft, ChevronRight, Inbox } from '../../ui/icons'
import { CaseLine, CaseLineBones } from './CaseLine'
import { CasePane } from './CasePane'
import { type Queue, QUEUES, readCase } from './cases.actions'
import { casesText } from './cases.texts'
import { subjectOf } from './describe'
import { addressOf, type CasesModel, useCases } from './use-cases'
import '../../ui/chip.css'
import './cases.css'

/**
 * `/moderation/reports?list=&case=`: the reports that the reader may handle, one case a post or message, and the chosen
 * case beside them. Cases keep their places while they are shown (docs/moderation.md).
 */
export function CasesScreen() {
  const model = useCases()
  const { chosenId, chosen, now, onSettled } = model
  usePageTitle(casesText('title'))
  return (
    <div className="cases" data-has-case={chosenId !== null}>
      <CaseList model={model} />
      {chosenId !== null && <CaseTop model={model} />}
      {chosen && <CasePane key={chosen.id} reportCase={chosen} now={now} onSettled={onSettled} />}
      {chosenId !== null && !chosen && <UnknownCase id={chosenId} />}
      {chosenId === null && (
        <div className="case case-none">
          <p className="faint">{casesText('choose')}</p>
        </div>
      )}
    </div>
  )
}

interface OfCases {
  model: CasesModel
}

function CaseList({ model }: OfCases) {
  const { queue, loaded, more, chosenId, now, news, showNews, settlement } = model
  const { last, undo } = settlement
  return (
    <section className="cases-list" aria-label={casesText('list')}>
      <nav className="cases-queues" aria-label={casesText('queues')}>
        {QUEUES.map((one) => (
          <Link
            key={one}
            to={addressOf(one, null)}
            className={one === queue ? 'chip chip-on' : 'chip'}
            aria-current={one === queue ? 'page' : undefined}
          >
            {casesText(`queue.${one}`)}
          </Link>
        ))}
      </nav>
      {news > 0 && (
        <button type="button" className="cases-news" onClick={showNews}>
          <i className="dot" aria-hidden />
          {casesText('news', { count: news })}
        </button>
      )}
      <div className="cases-lines">
        <WhenLoaded loaded={loaded} skeleton={<CaseLineBones />} failed={casesText('failed')}>
          {(shown) =>
            shown.length === 0 ? (
              <NoCases queue={queue} />
            ) : (
              <>
                <ol>
                  {shown.map((one) => (
                    <CaseLine
                      key={one.id}
                      reportCase={one}
                      to={addressOf(queue, one.id)}
                      isOpen={one.id === chosenId}
                      now={now}
                    />
                  ))}
                </ol>
                {more && <LoadMore more={more} />}
              </>
            )
          }
        </WhenLoaded>
      </div>
      {last && (
        <UndoBar
          key={last.until}
          text={casesText('settled', {
            what: subjectOf(last.case),
            act: casesText(`done.${last.case.action ?? 'dismiss'}`),
          })}
          label={casesText('undo')}
          until={last.until}
          onUndo={last.undoId === null ? null : () => void undo()}
        />
      )}
    </section>
  )
}

/** The way back to the queue, the place of the chosen case in it, and those beside it. */
function CaseTop({ model: { queue, cases, chosenId, walk, goBack } }: OfCases) {
  const position = cases.findIndex(({ id }) => id === chosenId)
  return (
    <div className="case-top">
      <Link
        to={addressOf(queue, null)}
        replace
        onClick={(event) => {
          if (goBack()) event.preventDefault()
        }}
        className="icon-button"
        aria-label={casesText('back')}
        title={casesText('back')}
      >
        <ArrowLeft aria-hidden />
      </Link>
      <b>
        {position >= 0 ? casesText('position', { n: position + 1, total: cases.length }) : casesText('title')}
      </b>
      <span className="case-top-steps">
        <Button
          tone="quiet"
          aria-label={casesText('previous')}
          disabled={position <= 0}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => {
            walk(-1)
          }}
        />
        <Button
          tone="quiet"
          aria-label={casesText('next')}
          disabled={position < 0 || position + 1 >= cases.length}
          icon={<ChevronRight aria-hidden />}
          onClick={() => {
            walk(1)
          }}
        />
      </span>
    </div>
  )
}

/** Loads, by its id, a case that is in no list of this page. */
function UnknownCase({ id }: { id: number }) {
  const { error, reload } = useLoaded(useCallback(() => readCase(forum, id), [id]))
  return (
    <div className="case case-none">
      {error ? (
        <ErrorState title={error.code === 'NOT_FOUND' ? casesText('gone') : error.message} onRetry={reload} />
      ) : (
        <CaseLineBones />
      )}
    </div>
  )
}

function NoCases({ queue }: { queue: Queue }) {
  switch (queue) {
    case 'open':
      return (
        <EmptyState icon={<Check aria-hidden />} title={casesText('none')} text={casesText('noneText')}>
          <ButtonLink to="/moderation">{casesText('toMonitor')}</ButtonLink>
        </EmptyState>
      )
    case 'mine':
      return <EmptyState icon={<Inbox aria-hidden />} title={casesText('noneMine')} />
    case 'handled':
      return <EmptyState icon={<Inbox aria-hidden />} title={casesText('noneHandled')} />
  }
}
