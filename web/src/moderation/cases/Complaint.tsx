import { type Case } from '@forum/shared/contract'
import { CircleCheck } from '../../ui/icons'
import { casesText } from './cases.texts'

/** What somebody without an account wrote about a page, and how to reach them. */
export function Complaint({
  of: { url, kind, text, contact, isTrue, isMailed },
  status,
}: {
  of: NonNullable<Case['complaint']>
  status: Case['status']
}) {
  return (
    <section className="case-complaint" aria-label={casesText('complaint.name')}>
      <dl>
        <dt>{casesText('complaint.page')}</dt>
        <dd>
          {/* Typed by a stranger: it may lead anywhere. */}
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
