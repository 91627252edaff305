import { type SitePage } from '@forum/shared/contract'
import { useCallback, useEffect } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { useSite } from '../../state/site'
import { forum } from '../../store'
import { Markup } from '../../threads'
import { SkeletonLines } from '../../ui'
import { loadPage } from './pages.actions'
import { pagesText } from './pages.texts'
import { sectionsOf } from './sections'
import './pages.css'

/** Minimum number of sections for which a page has a list. */
const LISTED_FROM = 3

/** A page of the site, loaded again when the site's facts in its text change. */
export function useSitePage(slug: string) {
  const site = useSite()
  const load = useCallback(() => loadPage(forum, slug), [slug])
  return useLoaded(load, site)
}

/** The text of a page by its address, for a dialog. `onShown` is called with the visible version. */
export function PageText({ slug, onShown }: { slug: string; onShown: (version: number) => void }) {
  const loaded = useSitePage(slug)
  const version = loaded.status === 'ready' ? loaded.data.version : null
  useEffect(() => {
    if (version !== null) onShown(version)
  }, [version, onShown])
  return (
    <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={12} />} failed={pagesText('failed')}>
      {(page) => (
        <>
          <Updated at={page.updatedAt} />
          <PageSections content={page.content} />
        </>
      )}
    </WhenLoaded>
  )
}

/** The text of a page, with a list of its sections where there are some. */
export function PageSections({ content, label }: { content: string; label?: string }) {
  const sections = sectionsOf(content)
  const named = sections.filter(({ heading }) => heading !== null)
  const isListed = label !== undefined && named.length >= LISTED_FROM
  return (
    <div className="site-page">
      {isListed && (
        <nav className="site-page-contents" aria-label={label}>
          {named.map(({ heading }, index) => (
            <a key={index} href={`#part-${index + 1}`}>
              {heading}
            </a>
          ))}
        </nav>
      )}
      {sections.map((section, index) => (
        <section
          key={index}
          {...(isListed && section.heading !== null ? { id: `part-${named.indexOf(section) + 1}` } : {})}
        >
          {section.heading !== null && <h2>{section.heading}</h2>}
          {section.content !== '' && <Markup source={section.content} />}
        </section>
      ))}
    </div>
  )
}

/** The facts and the text of a page on its own screen. */
export function WholePage({ page }: { page: SitePage }) {
  return (
    <>
      <Updated at={page.updatedAt} />
      <PageSections content={page.content} label={page.title} />
    </>
  )
}

function Updated({ at }: { at: string }) {
  const date = new Date(at)
  const values = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
  return <p className="faint small">{pagesText('updated', values)}</p>
}
