import { type AccentTheme, accentPair } from '@forum/shared/accent'
import { commonText } from '../../lib/i18n'
import { Tag } from '../../ui'
import { identityText } from './identity.texts'
import { type SiteValues } from './site-values'

/** A preview of the site: its masthead and a row of a list in both themes, its icons and its footer. */
export function SitePreview({
  values,
  accent,
  logo,
}: {
  values: SiteValues
  /** The last valid colour. */
  accent: string
  logo: string | null
}) {
  const pair = accentPair(accent)
  const { name, seal, welcome, footerText, links } = values
  return (
    <section className="site-preview" aria-labelledby="site-preview">
      <h2 id="site-preview">{identityText('preview')}</h2>
      <Sample theme="light" colours={pair.light} values={values} logo={logo} />
      <Sample theme="dark" colours={pair.dark} values={values} logo={logo} />
      <p className="site-preview-icons">
        {(['large', 'middle', 'small'] as const).map((size) => (
          <Mark key={size} seal={seal} logo={logo} colours={pair.light} size={size} />
        ))}
        <span className="faint small">{identityText('icons', { name })}</span>
      </p>
      <div className="site-preview-footer small">
        {links.map(({ label }, index) => (
          <span key={index}>{label}</span>
        ))}
        {footerText !== '' && <p className="faint">{footerText}</p>}
      </div>
      <p className="faint small">{welcome === '' ? commonText('welcomeGuest') : welcome}</p>
    </section>
  )
}

function Sample({
  theme,
  colours,
  values: { name, seal },
  logo,
}: {
  theme: 'light' | 'dark'
  colours: AccentTheme
  values: SiteValues
  logo: string | null
}) {
  return (
    <div className="site-sample" data-sample={theme} aria-label={identityText(`themes.${theme}`)} role="img">
      <div className="site-sample-masthead">
        <Mark seal={seal} logo={logo} colours={colours} size="middle" />
        <b>{name}</b>
        <span style={{ color: colours.accent }}>{commonText('home')}</span>
      </div>
      <div className="site-sample-row">
        <span>{identityText('sampleTitle')}</span>
        <span style={{ color: colours.accent }}>
          <Tag tone="seal">{identityText('sampleTag')}</Tag>
        </span>
        <i style={{ color: colours.on, backgroundColor: colours.accent }}>{commonText('newThread')}</i>
      </div>
    </div>
  )
}

function Mark({
  seal,
  logo,
  colours,
  size,
}: {
  seal: string
  logo: string | null
  colours: AccentTheme
  size: 'large' | 'middle' | 'small'
}) {
  return logo === null ? (
    <span
      className="site-mark"
      data-size={size}
      style={{ color: colours.on, backgroundColor: colours.accent }}
      aria-hidden
    >
      {seal}
    </span>
  ) : (
    <img className="site-mark" data-size={size} src={logo} alt="" />
  )
}
