import { FOOTER_LINKS_MAX } from '@forum/shared/limits'
import { Button, Field, IconButton } from '../../ui'
import { X } from '../../ui/icons'
import { identityText } from './identity.texts'
import { type SiteValues } from './site-values'

type Links = SiteValues['links']

/** The links of the footer, each a name and an address of this site or another. */
export function FooterLinks({ links, onChange }: { links: Links; onChange: (links: Links) => void }) {
  const change = (index: number, part: Partial<Links[number]>) => {
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)))
  }
  return (
    <fieldset className="footer-links">
      <legend className="field-label">{identityText('links')}</legend>
      {links.map(({ label, url }, index) => (
        <div key={index} className="footer-link">
          <Field label={identityText('linkLabel', { n: index + 1 })}>
            {(control) => (
              <input
                {...control}
                className="input"
                value={label}
                onChange={(event) => {
                  change(index, { label: event.target.value })
                }}
              />
            )}
          </Field>
          <Field label={identityText('linkUrl', { n: index + 1 })}>
            {(control) => (
              <input
                {...control}
                className="input"
                value={url}
                placeholder="/pages/… https://…"
                onChange={(event) => {
                  change(index, { url: event.target.value })
                }}
              />
            )}
          </Field>
          <IconButton
            label={identityText('removeLink', { name: label })}
            onClick={() => {
              onChange(links.filter((_link, at) => at !== index))
            }}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {links.length < FOOTER_LINKS_MAX && (
        <Button
          onClick={() => {
            onChange([...links, { label: '', url: '' }])
          }}
        >
          {identityText('addLink')}
        </Button>
      )}
    </fieldset>
  )
}
