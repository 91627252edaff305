import { commonText } from '../../lib/i18n'
import { Breadcrumb, ButtonLink, PageHeading, usePageTitle } from '../../ui'
import { helpText } from './help.texts'
import './static.css'

const SECTIONS = Object.entries<Record<string, string>>(helpText.below('sections')).map(
  ([name, { title, ...paragraphs }]) => ({ name, title, paragraphs: Object.values(paragraphs) }),
)
const FEEDBACK = '/boards/3'

export function HelpScreen() {
  usePageTitle(commonText('help'))
  return (
    <>
      <Breadcrumb trail={[{ label: commonText('help') }]} />
      <PageHeading title={commonText('help')} />
      <p className="help-lead">{helpText('lead')}</p>
      <nav className="help-contents" aria-label={commonText('help')}>
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
      <ButtonLink to={FEEDBACK}>{helpText('feedback')}</ButtonLink>
    </>
  )
}
