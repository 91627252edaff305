import { type Case } from '@forum/shared/contract'
import { Attachments } from '../../threads'
import { Avatar, Button, Dialog, localTime, useIsWide } from '../../ui'
import { ExternalLink, Lock } from '../../ui/icons'
import { DisciplineDrawer } from '../discipline/DisciplineDrawer'
import { writtenTexts } from '../profile-texts'
import { CaseActs } from './CaseActs'
import { CaseAuthor } from './CaseAuthor'
import { CaseClaim } from './CaseClaim'
import { CaseForm } from './CaseForm'
import { CaseContext } from './CaseContext'
import { Complaint } from './Complaint'
import { CaseNotes } from './CaseNotes'
import { type Settled } from './cases.actions'
import { casesText } from './cases.texts'
import { authorOf, subjectOf } from './describe'
import { Marked, placesOf } from './Marked'
import { useCasePane } from './use-case-pane'

/** One case: its claim, the post among its neighbours or the message, its reporters, notes and author. */
export function CasePane({
  reportCase,
  now,
  onSettled,
}: {
  reportCase: Case
  now: number
  onSettled: (settled: Settled) => void
}) {
  const { post, message, thread } = reportCase
  const pane = useCasePane(reportCase, { now, onSettled })
  const { mayAct, acts, setAction, renew, setIsSheetOpen, setIsDrawerOpen } = pane
  const isWide = useIsWide()
  const author = authorOf(reportCase)
  const openDrawer = () => {
    setIsDrawerOpen(true)
  }
  const closeSheet = () => {
    setIsSheetOpen(false)
  }
  const claimLine = (
    <CaseClaim
      reportCase={reportCase}
      now={now}
      isTooLate={pane.isTooLate}
      onClaim={() => void pane.claim()}
      onRelease={() => void pane.release()}
    />
  )
  const title =
    thread?.title ?? message?.subject ?? casesText(reportCase.complaint ? 'complaint.name' : 'message')
  return (
    <>
      <div className="case" onPointerDown={renew} onKeyDown={renew}>
        {message && (
          <p className="case-claim case-claim-message">
            <Lock aria-hidden />
            <span>{casesText('messageNote')}</span>
          </p>
        )}
        {reportCase.complaint && (
          <p className="case-claim case-claim-message">
            <Lock aria-hidden />
            <span>{casesText('complaint.note')}</span>
          </p>
        )}
        {claimLine}
        <CaseHead reportCase={reportCase} title={title} />
        {/* Long texts scroll, so they must be reachable with the keyboard. */}
        <div className="case-body" tabIndex={0} role="region" aria-label={title}>
          {reportCase.complaint && <Complaint complaint={reportCase.complaint} status={reportCase.status} />}
          {post && <CaseContext post={post} words={reportCase.words} />}
          {message && <ReportedMessage reportCase={reportCase} />}
          {reportCase.member && <ReportedMember member={reportCase.member} words={reportCase.words} />}
          {!reportCase.complaint && <Reporters reportCase={reportCase} />}
          <CaseNotes caseId={reportCase.id} />
        </div>
      </div>
      <aside className="case-side" onPointerDown={renew} onKeyDown={renew}>
        {author && <CaseAuthor reportCase={reportCase} author={author} onOpen={openDrawer} />}
        {isWide && mayAct && <CaseForm reportCase={reportCase} pane={pane} />}
        {!isWide && (
          <Dialog
            open={pane.isSheetOpen}
            onClose={closeSheet}
            shape="sheet"
            title={casesText('settle')}
            note={subjectOf(reportCase)}
          >
            {mayAct ? (
              <CaseForm reportCase={reportCase} pane={pane} onCancel={closeSheet} />
            ) : (
              <>
                {claimLine}
                <p className="act-foot">
                  <Button onClick={closeSheet}>{casesText('understood')}</Button>
                </p>
              </>
            )}
          </Dialog>
        )}
      </aside>
      {!isWide && mayAct && (
        <CaseActs
          reportCase={reportCase}
          acts={acts}
          onAct={(action) => {
            if (action !== null) setAction(action)
            setIsSheetOpen(true)
          }}
        />
      )}
      {pane.isDrawerOpen && author && (
        <DisciplineDrawer
          userId={author.id}
          onClose={() => {
            setIsDrawerOpen(false)
          }}
        />
      )}
    </>
  )
}

function CaseHead({ reportCase: { post, message, createdAt }, title }: { reportCase: Case; title: string }) {
  return (
    <header className="case-head">
      <h2>{title}</h2>
      <p className="faint small num">
        {post && (post.number === 1 ? casesText('opening') : casesText('floor', { number: post.number }))}
        {message &&
          casesText('fromTo', {
            from: message.sender.displayName,
            to: message.recipient.displayName,
          })}{' '}
        · {casesText('firstReport')} {localTime(createdAt)}
        {post && (
          <a className="link case-open" href={`/posts/${post.id}`} target="_blank" rel="noopener">
            <kbd aria-hidden>o</kbd> {casesText('openPost')} <ExternalLink aria-hidden />
          </a>
        )}
      </p>
    </header>
  )
}

function Reporters({ reportCase: { reports } }: { reportCase: Case }) {
  return (
    <section aria-labelledby="case-reporters">
      <h3 id="case-reporters">
        {casesText('by')}{' '}
        <span className="faint small">{casesText('people', { count: reports.length })}</span>
      </h3>
      <ul>
        {reports.map((report) => (
          <li key={report.id} className="reporter">
            <b>{report.reporter.displayName}</b>
            <span>{report.reason}</span>
            <span className="faint small num">{localTime(report.createdAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReportedMember({ member, words }: { member: NonNullable<Case['member']>; words: Case['words'] }) {
  const { displayName } = member
  const texts = writtenTexts(member)
  return (
    <div className="case-post case-post-this">
      <Avatar user={member} />
      <div>
        <p className="case-post-head">
          <b>
            <Marked text={displayName} words={placesOf(displayName, words)} />
          </b>
        </p>
        {texts.length === 0 && <p className="case-post-text case-message">{casesText('memberNone')}</p>}
        {texts.map((name) => (
          <p key={name} className="case-post-text case-message">
            <Marked text={member[name]} words={placesOf(member[name], words)} />
          </p>
        ))}
      </div>
    </div>
  )
}

function ReportedMessage({ reportCase: { message, status, words } }: { reportCase: Case }) {
  if (!message) return null
  const text = message.content ?? (status === 'open' ? '' : casesText('messageGone'))
  return (
    <div className="case-post case-post-this">
      <div>
        <p className="case-post-head">
          <b>{message.sender.displayName}</b>
          <span className="faint small num">{localTime(message.createdAt)}</span>
        </p>
        <p className="case-post-text case-message">
          <Marked text={text} words={placesOf(text, words)} />
        </p>
        <Attachments attachments={message.attachments} isPrivate />
        <p className="faint small">{casesText('messageKept')}</p>
      </div>
    </div>
  )
}
