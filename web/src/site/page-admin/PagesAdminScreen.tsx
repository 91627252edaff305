import { type SitePage } from '@forum/shared/contract'
import { CONTENT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { useSite } from '../../state/site'
import { forum } from '../../store'
import {
  Button,
  ButtonLink,
  Check,
  ConfirmDialog,
  FormError,
  FormField,
  localTime,
  PageHeading,
  SectionHeading,
  SkeletonLines,
  toast,
  useAction,
  useForm,
  usePageTitle,
} from '../../ui'
import { adminText } from '../admin/admin.texts'
import { PageSections } from '../pages/PageText'
import { loadPage, loadPageVersions, removePage, savePage } from '../pages/pages.actions'
import { pageAdminText } from './page-admin.texts'
import './page-admin.css'

/** The pages that every site has. */
const STAYING = ['terms', 'privacy', 'help']
/** The pages that members may have to agree to again. */
const AGREED = ['terms', 'privacy']
const SLUG = /^[a-z0-9](-?[a-z0-9]){0,39}$/

const pathOf = (slug: string) => (STAYING.includes(slug) ? `/${slug}` : `/pages/${slug}`)

/** `/admin/pages`: the texts of the site, of which `?page=` selects one; `new` adds one. */
export function PagesAdminScreen() {
  const [query] = useSearchParams()
  const slug = query.get('page')
  const { pages } = useSite()
  usePageTitle(adminText('tabs.pages'))
  return (
    <>
      <PageHeading title={adminText('tabs.pages')} />
      <div className="page-admin">
        <nav aria-label={adminText('tabs.pages')}>
          <ul className="page-admin-list">
            {pages.map((page) => (
              <li key={page.slug}>
                <Link to={`?page=${page.slug}`} aria-current={page.slug === slug ? 'page' : undefined}>
                  {page.title} <span className="faint small">{pathOf(page.slug)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <ButtonLink to="?page=new">{pageAdminText('add')}</ButtonLink>
        </nav>
        {slug === null && <p className="faint">{pageAdminText('choose')}</p>}
        {slug === 'new' && <PageForm key="new" slug={null} page={null} />}
        {slug !== null && slug !== 'new' && <PageEditor key={slug} slug={slug} />}
      </div>
    </>
  )
}

function PageEditor({ slug }: { slug: string }) {
  const load = useCallback(() => loadPage(forum, slug), [slug])
  const loaded = useLoaded(load)
  return (
    <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={10} />} failed={pageAdminText('failed')}>
      {(page) => <PageForm slug={slug} page={page} onSaved={loaded.reload} />}
    </WhenLoaded>
  )
}

/** Writes a page, or adds one if there is none yet. */
function PageForm({
  slug,
  page,
  onSaved,
}: {
  slug: string | null
  page: SitePage | null
  onSaved?: () => void
}) {
  const [, setQuery] = useSearchParams()
  const [mustAgree, setMustAgree] = useState(false)
  const taken = [...STAYING, ...useSite().pages.map((one) => one.slug)]
  const form = useForm({
    initial: { slug: slug ?? '', title: page?.title ?? '', content: page?.content ?? '' },
    check: (values) => ({
      slug:
        slug === null && taken.includes(values.slug)
          ? pageAdminText('slugTaken')
          : SLUG.test(values.slug) && values.slug !== 'new'
            ? undefined
            : pageAdminText('slugInvalid'),
      title: isBlank(values.title) ? pageAdminText('required') : undefined,
      content: isBlank(values.content) ? pageAdminText('required') : undefined,
    }),
    send: ({ title, content, slug: to }) =>
      savePage(forum, to, { title, content, ...(mustAgree ? { mustAgree } : {}) }),
    onSent: (saved) => {
      toast.success(pageAdminText('saved'))
      form.reset()
      form.set({ slug: saved.slug, title: saved.title, content: saved.content })
      setMustAgree(false)
      onSaved?.()
      if (slug === null) setQuery({ page: saved.slug })
    },
  })
  const { values } = form
  const isSame = values.title === page?.title && values.content === page.content && !mustAgree
  return (
    <div>
      <form {...form.props}>
        <FormError>{form.problem}</FormError>
        {slug === null && (
          <FormField form={form} name="slug" label={pageAdminText('slug')} help={pageAdminText('slugHelp')} />
        )}
        <FormField
          form={form}
          name="title"
          label={pageAdminText('title')}
          count={{ count: countCharacters(values.title), max: TITLE_MAX }}
        />
        <FormField
          form={form}
          name="content"
          label={pageAdminText('content')}
          help={pageAdminText('contentHelp')}
          rows={16}
          count={{ count: countCharacters(values.content), max: CONTENT_MAX }}
        />
        {slug !== null && AGREED.includes(slug) && (
          <Check
            label={pageAdminText('mustAgree')}
            help={pageAdminText('mustAgreeHelp')}
            checked={mustAgree}
            onChange={setMustAgree}
          />
        )}
        <p className="page-admin-save">
          <Button type="submit" tone="go" busy={form.isBusy} disabled={isSame}>
            {commonText('save')}
          </Button>
          {page && <ButtonLink to={pathOf(page.slug)}>{commonText('view')}</ButtonLink>}
          {page && !STAYING.includes(page.slug) && <Removal page={page} />}
        </p>
      </form>
      <section aria-labelledby="page-preview">
        <SectionHeading id="page-preview">{pageAdminText('preview')}</SectionHeading>
        <PageSections content={values.content} />
      </section>
      {page && (
        <History
          page={page}
          onReuse={(content) => {
            form.set({ content })
          }}
        />
      )}
    </div>
  )
}

function Removal({ page: { slug, title } }: { page: SitePage }) {
  const [isAsked, setIsAsked] = useState(false)
  const [, setQuery] = useSearchParams()
  const removal = useAction(
    () => removePage(forum, slug),
    () => {
      toast.success(pageAdminText('removed', { title }))
      setQuery({})
    },
  )
  return (
    <>
      <Button
        busy={removal.isBusy}
        onClick={() => {
          setIsAsked(true)
        }}
      >
        {commonText('delete')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => {
          setIsAsked(false)
        }}
        title={pageAdminText('remove', { title })}
        text={pageAdminText('removeText')}
        confirmLabel={commonText('delete')}
        danger
        onConfirm={removal.run}
      />
    </>
  )
}

/** The earlier texts of a page, each of which can be taken into the form again. */
function History({
  page: { slug, version },
  onReuse,
}: {
  page: SitePage
  onReuse: (content: string) => void
}) {
  const load = useCallback(() => loadPageVersions(forum, slug), [slug])
  const loaded = useLoaded(load, version)
  return (
    <details className="page-admin-history">
      <summary>{pageAdminText('history')}</summary>
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={3} />} failed={pageAdminText('failed')}>
        {(versions) => (
          <ul>
            {versions.map((each) => (
              <li key={each.version}>
                <span>
                  {pageAdminText('version', { n: each.version })}
                  <span className="faint small num">
                    {each.updatedBy === null
                      ? pageAdminText('default')
                      : `${localTime(each.updatedAt)} · ${each.updatedBy.displayName}`}
                  </span>
                </span>
                {each.version !== version && (
                  <Button
                    size="small"
                    aria-label={pageAdminText('takeVersion', { n: each.version })}
                    onClick={() => {
                      onReuse(each.content)
                    }}
                  >
                    {pageAdminText('take')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </details>
  )
}
