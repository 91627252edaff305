import { useTexts } from '../../lib/i18n'
import { help } from '../../lib/i18n/zh/help'
import { Breadcrumb, ButtonLink, PageHeading, usePageTitle } from '../../ui'
import './texts'
import './static.css'

const SECTIONS = Object.entries<Record<string, string>>(help.sections).map(
  ([name, { title, ...paragraphs }]) => ({ name, title, paragraphs: Object.values(paragraphs) }),
)
const FEEDBACK = '/boards/3'

export function HelpScreen() {
  const t = useTexts()
  usePageTitle(t('common.help'))
  return (
    <>
      <Breadcrumb trail={[{ label: t('common.help') }]} />
      <PageHeading title={t('common.help')} />
      <p className="help-lead">{t('help.lead')}</p>
      <nav className="help-contents" aria-label={t('common.help')}>
        {SECTIONS.map(({ name, title }) => (
          <a key={name} href={`#${name}`}>
            {title}
          </a>
        ))}
      </nav>
      {SECTIONS.map(({ name, title, paragraphs }) => (
        <section key={name} id={name} className="help-section">
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <ButtonLink to={FEEDBACK}>{t('help.feedback')}</ButtonLink>
    </>
  )
}
