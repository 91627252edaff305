import { type MarkupNode, partsOf } from '@forum/shared/markup'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { type PostEntity } from '../../state/thread-copy'
import { BESIDE, classNames, useIsWide } from '../../ui'
import { List } from '../../ui/icons'
import { parsed } from './parsed'
import { markupText } from './markup.texts'
import { postAnchor, sectionId } from './permalink'
import './post-contents.css'

/** Minimum number of headings for which a post has a list of contents. */
const CONTENTS_MIN = 3

const neverChanges = () => () => undefined

interface Section {
  id: string
  level: 2 | 3
  title: string
}

/** Returns the headings of a post, which are those at the top level of its text. */
function sectionsOf(nodes: readonly MarkupNode[], anchor: string): Section[] {
  return nodes
    .filter((node) => node.type === 'heading')
    .map(({ level, children }, index) => ({
      id: sectionId(anchor, index + 1),
      level,
      title: wordsOf(children),
    }))
}

const wordsOf = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'quote') return ''
      if ('text' in node) return node.text
      return node.type === 'mention' ? `@${node.username}` : partsOf(node).map(wordsOf).join('')
    })
    .join('')
    .trim()

/**
 * The contents of a post with several headings: beside an opening post where there is room, and folded above the text
 * otherwise.
 */
export function PostContents({ post }: { post: PostEntity }) {
  const isWide = useIsWide()
  const { pathname, search } = useLocation()
  const sections = useMemo(
    () => sectionsOf(parsed(post.content), postAnchor(post.id)),
    [post.content, post.id],
  )
  const current = useCurrent(sections)
  const isBeside = isWide && post.isOpeningPost
  // The sidebar may be rendered after the post.
  const beside = useSyncExternalStore(neverChanges, () => (isBeside ? document.getElementById(BESIDE) : null))
  if (sections.length < CONTENTS_MIN || (isBeside && !beside)) return null
  const list = (
    <ol className="contents-list">
      {sections.map(({ id, level, title }) => (
        <li key={id} className={classNames(level === 3 && 'contents-sub')}>
          <Link
            to={{ pathname, search, hash: `#${id}` }}
            aria-current={id === current?.id ? 'location' : undefined}
          >
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
  if (beside)
    return createPortal(
      <nav className="contents contents-beside" aria-label={markupText('contents')}>
        <h2 className="contents-head">{markupText('contents')}</h2>
        {list}
      </nav>,
      beside,
    )
  return (
    <nav className="contents" aria-label={markupText('contents')}>
      <details>
        <summary>
          <List aria-hidden />
          {markupText('contents')} · {markupText('sections', { count: sections.length })}
          <span className="contents-current">{(current ?? sections[0])?.title}</span>
        </summary>
        {list}
      </details>
    </nav>
  )
}

/** Returns the current section: the last one whose heading has passed the upper third of the window. */
function useCurrent(sections: readonly Section[]): Section | undefined {
  const [current, setCurrent] = useState<Section>()
  useEffect(() => {
    if (sections.length < CONTENTS_MIN) return undefined
    let frame = 0
    const measure = () => {
      frame = 0
      const isPassed = ({ id }: Section) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3
      setCurrent(sections.findLast(isPassed))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [sections])
  return current
}
