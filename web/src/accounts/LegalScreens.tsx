import { commonText } from '../lib/i18n'
import { Breadcrumb, PageHeading, usePageTitle, useSiteName } from '../ui'
import { authText } from './auth.texts'
import { type LegalText, sectionsOf } from './legal'
import './auth.css'

/** The sections of the terms or of the privacy policy, for their page and for the modal. */
export function LegalSections({ of }: { of: LegalText }) {
  useSiteName()
  return (
    <div className="legal">
      {sectionsOf(of).map(({ name, title, paragraphs }, index) => (
        <section key={name}>
          <h2>
            {index + 1}. {title}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

function LegalScreen({ of, title }: { of: LegalText; title: string }) {
  usePageTitle(title)
  return (
    <>
      <Breadcrumb trail={[{ label: title }]} />
      <PageHeading title={title} />
      <p className="legal-date faint small">{authText('lastUpdated')}</p>
      <LegalSections of={of} />
    </>
  )
}

export function TermsScreen() {
  return <LegalScreen of="terms" title={commonText('terms')} />
}

export function PrivacyScreen() {
  return <LegalScreen of="privacy" title={commonText('privacy')} />
}
