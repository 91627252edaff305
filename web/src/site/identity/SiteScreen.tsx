import { type SiteInfo } from '@forum/shared/contract'
import { FOOTER_TEXT_MAX, SITE_NAME_MAX, SITE_TEXT_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { useBoards } from '../../boards'
import { resultOf } from '../../lib/result'
import { useLoaded, WhenLoaded } from '../../resource'
import { useSite } from '../../state/site'
import { forum } from '../../store'
import {
  Button,
  FormError,
  FormField,
  PageHeading,
  SkeletonLines,
  toast,
  useForm,
  usePageTitle,
} from '../../ui'
import { adminText } from '../admin/admin.texts'
import { AccentField, isColour } from './AccentField'
import { FooterLinks } from './FooterLinks'
import { saveSite } from './identity.actions'
import { identityText } from './identity.texts'
import { LogoField } from './LogoField'
import { changesOf, type SitePart, type SiteValues, valuesOf } from './site-values'
import { SitePreview } from './SitePreview'
import './identity.css'

/** `/admin/site`: the site's name, colours and texts, with a preview of the form. */
export function SiteScreen() {
  usePageTitle(adminText('tabs.site'))
  const load = useCallback(() => resultOf(forum.callBeyondSession('getSite').then(({ site }) => site)), [])
  const loaded = useLoaded(load)
  return (
    <>
      <PageHeading title={adminText('tabs.site')} />
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={10} />} failed={identityText('failed')}>
        {(site) => <SiteForm site={site} onSaved={loaded.reload} />}
      </WhenLoaded>
    </>
  )
}

function SiteForm({ site, onSaved }: { site: SiteInfo; onSaved: () => void }) {
  const boards = useBoards().data ?? []
  const { logo } = useSite()
  const [accent, setAccent] = useState(site.accent)
  const form = useForm<SiteValues, SiteInfo>({
    initial: valuesOf(site),
    check: (values) => ({
      name: trimText(values.name) === '' ? identityText('nameRequired') : undefined,
      seal: countCharacters(trimText(values.seal)) === 1 ? undefined : identityText('sealRequired'),
      accent: isColour(values.accent) ? undefined : identityText('noColour'),
    }),
    send: (values) => saveSite(forum, changesOf(site, values)),
    onSent: (saved) => {
      toast.success(identityText('saved'))
      form.reset()
      form.set(valuesOf(saved))
      onSaved()
    },
  })
  const { values } = form
  const changed = Object.keys(changesOf(site, values)) as SitePart[]
  const field = (name: 'description' | 'welcome' | 'contact', rows?: number) => (
    <FormField
      form={form}
      name={name}
      label={identityText(name)}
      help={identityText(`${name}Help`)}
      count={{ count: countCharacters(trimText(values[name])), max: SITE_TEXT_MAX }}
      {...(rows === undefined ? {} : { rows })}
    />
  )
  return (
    <div className="site-admin">
      <form {...form.props}>
        <FormError>{form.problem}</FormError>
        <div className="site-name">
          <FormField
            form={form}
            name="name"
            label={identityText('name')}
            help={identityText('nameHelp')}
            count={{ count: countCharacters(trimText(values.name)), max: SITE_NAME_MAX }}
          />
          <FormField form={form} name="seal" label={identityText('seal')} help={identityText('sealHelp')} />
        </div>
        <LogoField />
        <AccentField
          value={values.accent}
          error={form.errors.accent}
          onChange={(typed) => {
            form.set({ accent: typed })
            if (isColour(typed)) setAccent(typed.trim().toLowerCase())
          }}
        />
        {field('description')}
        {field('welcome', 2)}
        {field('contact')}
        <FormField form={form} name="feedbackBoardId" label={identityText('feedbackBoardId')}>
          <option value="">{identityText('noBoard')}</option>
          {boards.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </FormField>
        <FormField
          form={form}
          name="footerText"
          label={identityText('footer')}
          help={identityText('footerHelp')}
          count={{ count: countCharacters(trimText(values.footerText)), max: FOOTER_TEXT_MAX }}
        />
        <FooterLinks
          links={values.links}
          onChange={(links) => {
            form.set({ links })
          }}
        />
        <p className="site-save">
          <Button type="submit" tone="go" busy={form.isBusy} disabled={changed.length === 0}>
            {identityText('save')}
          </Button>
          <Button
            disabled={changed.length === 0}
            onClick={() => {
              form.reset()
              form.set(valuesOf(site))
              setAccent(site.accent)
            }}
          >
            {identityText('discard')}
          </Button>
          <span className="faint small" role="status">
            {changed.length > 0 &&
              identityText('changed', {
                count: changed.length,
                parts: changed.map((part) => identityText(`parts.${part}`)).join('、'),
              })}
          </span>
        </p>
      </form>
      <SitePreview values={values} accent={accent} logo={logo} />
    </div>
  )
}
