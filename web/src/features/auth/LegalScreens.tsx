import { useTexts } from '../../lib/i18n'
import { Breadcrumb, PageHeading, usePageTitle } from '../../ui'
import { type LegalText, SECTIONS } from './legal'
import './auth.css'
import './texts'

/** The sections of the terms or of the privacy policy, for their page and for the modal. */
export function LegalSections({ of }: { of: LegalText }) {
  return (
    <div className="legal">
      {SECTIONS[of].map(({ name, title, paragraphs }, index) => (
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
  const t = useTexts()
  usePageTitle(title)
  return (
    <>
      <Breadcrumb trail={[{ label: title }]} />
      <PageHeading title={title} />
      <p className="legal-date faint small">{t('auth.lastUpdated')}</p>
      <LegalSections of={of} />
    </>
  )
}

export function TermsScreen() {
  const t = useTexts()
  return <LegalScreen of="terms" title={t('common.terms')} />
}

export function PrivacyScreen() {
  const t = useTexts()
  return <LegalScreen of="privacy" title={t('common.privacy')} />
}
