import { type Case } from '@forum/shared/contract'
import { CircleCheck } from '../../ui/icons'
import { casesText } from './cases.texts'

/** The complaint of somebody without an account about a page, and their contact. */
export function Complaint({
  complaint: { url, kind, text, contact, isTrue, isMailed },
  status,
}: {
  complaint: NonNullable<Case['complaint']>
  status: Case['status']
}) {
  return (
    <section className="case-complaint" aria-label={casesText('complaint.name')}>
      <dl>
        <dt>{casesText('complaint.page')}</dt>
        <dd>
          {/* Typed by a stranger, so it may lead anywhere: the site does not vouch for it. */}
          <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
            {url}
          </a>
        </dd>
        {contact !== null && (
          <>
            <dt>{casesText('complaint.contact')}</dt>
            <dd>
              {contact} {isMailed && <span className="faint small">{casesText('complaint.byMail')}</span>}
            </dd>
          </>
        )}
      </dl>
      <p className="case-post-text">
        <b>{casesText(`complaint.of.${kind}`)}</b>{' '}
        {text ?? (status === 'open' ? '' : casesText('complaint.gone'))}
      </p>
      {isTrue && (
        <p className="case-complaint-claim small">
          <CircleCheck aria-hidden /> {casesText('complaint.isTrue')}
        </p>
      )}
      {text !== null && <p className="faint small">{casesText('complaint.kept')}</p>}
    </section>
  )
}
