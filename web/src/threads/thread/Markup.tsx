import { isBlock, type MarkupNode, type MentionNode, partsOf, withoutLinks } from '@forum/shared/markup'
import { type Attachment, type PublicPost } from '@forum/shared/contract'
import {
  createContext,
  Fragment,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useMemo,
} from 'react'
import { Link } from 'react-router-dom'
import { pathOnThisSite } from '../../lib/site-path'
import { classNames } from '../../ui'
import { markupText } from './markup.texts'
import { Described, InsideLink, LoadsOnClick, Picture, pictureSizeOf } from './Picture'
import { places, shows } from './selected-source'
import { Answered, type AnsweredPost, Quote } from './Quote'
import { leadingAnswer, unnamedAnswer } from './answered-quotes'
import { CodeBlock, Table, TaskMark } from './blocks-of-guides'
import { withGalleries } from './galleries'
import { isFileAt, parsed, wordsOf } from './parsed'
import { sectionId } from './permalink'
import { PrivatePicture } from './PrivatePicture'
import { Video } from './Video'
import './markup.css'

const NO_MENTIONS: readonly PublicPost['mentions'][number][] = []
const Mentioned = createContext(NO_MENTIONS)

const NO_FILES: readonly Attachment[] = []
const Attached = createContext(NO_FILES)
/** True if the files' addresses alone do not open them. */
const ArePrivate = createContext(false)

/** Returns the name of the uploaded file at an address of this site, such as one in a quote of another text. */
function uploadedAt(url: string): string | null {
  return /^\/api\/uploads\/([\w.-]+)$/.exec(pathOnThisSite(url) ?? '')?.[1] ?? null
}

/** A piece of text of the tree. */
type Words = Extract<MarkupNode, { type: 'text' | 'code' }>
const ShownText = createContext<(node: Words) => ReactNode>(({ text }) => text)

const WEB_ADDRESS = /^https?:\/\//i

/**
 * Renders the markup tree of a post's source, never HTML from its author (docs/content.md). With `omitsAnswer`, a quote
 * of the answered post at the very beginning is omitted, because that post is already shown above it.
 */
export const Markup = memo(function Markup({
  source,
  answers = null,
  omitsAnswer = false,
  mentions = NO_MENTIONS,
  attachments = NO_FILES,
  picturesOnClick = false,
  arePrivate = false,
  upTo = Infinity,
  hidesLinks = false,
  anchor,
  shownText,
}: {
  source: string
  /** The post to which the text replies. */
  answers?: AnsweredPost | null
  omitsAnswer?: boolean
  /** The members behind the @names; an unknown name stays text. */
  mentions?: typeof NO_MENTIONS
  /** The files of the post, which give the sizes of the pictures in the text. */
  attachments?: readonly Attachment[]
  /** True for private text: loading a picture would reveal to its host who reads the text, and when. */
  picturesOnClick?: boolean
  /** True if the attachments' addresses alone do not open them: the page loads them itself. */
  arePrivate?: boolean
  /** Approximate number of characters to render, in whole blocks: a long text is rendered in steps. */
  upTo?: number
  /** True to render links as text, as for the posts of a banned member. */
  hidesLinks?: boolean
  /** Prefix of the ids of headings: with `post-5` they are `post-5-1`, `post-5-2` and so on. */
  anchor?: string
  /** Renders a piece of the text, for example with words marked in it. The pieces are those of `parsed(source)`. */
  shownText?: (node: Words) => ReactNode
}) {
  const blocks = useMemo(() => {
    const nodes = hidesLinks ? withoutLinks(parsed(source), markupText('linkHidden')) : parsed(source)
    const omitted = omitsAnswer && answers !== null ? leadingAnswer(nodes, answers) : undefined
    return blocksOf(omitted === undefined ? nodes : nodes.slice(nodes.indexOf(omitted) + 1), anchor)
  }, [source, answers, omitsAnswer, hidesLinks, anchor])
  const answered = useMemo(
    () => ({ post: answers, unnamed: answers === null ? undefined : unnamedAnswer(parsed(source), answers) }),
    [source, answers],
  )
  const markup = (
    <div className="markup">
      <Mentioned value={mentions}>
        <Answered value={answered}>
          <LoadsOnClick value={picturesOnClick}>
            <Attached value={attachments}>
              <ArePrivate value={arePrivate}>
                {upTo === Infinity ? blocks.map(({ element }) => element) : beginningOf(blocks, upTo)}
              </ArePrivate>
            </Attached>
          </LoadsOnClick>
        </Answered>
      </Mentioned>
    </div>
  )
  return shownText ? <ShownText value={shownText}>{markup}</ShownText> : markup
})

interface RenderedBlock {
  element: ReactElement
  /** Approximate number of characters. */
  size: number
}

/** Returns the blocks within the first characters, at least one. */
function beginningOf(blocks: readonly RenderedBlock[], upTo: number): ReactElement[] {
  let size = 0
  return blocks
    .filter((block) => (size += block.size) - block.size < Math.max(1, upTo))
    .map(({ element }) => element)
}

function Nodes({ nodes }: { nodes: readonly MarkupNode[] }) {
  return <>{blocksOf(nodes).map(({ element }) => element)}</>
}

/** Returns the approximate number of characters of a node. */
function sizeOf(node: MarkupNode): number {
  if ('text' in node) return node.text.length
  return partsOf(node).reduce((sum, part) => sum + sizeOfAll(part), 1)
}

const sizeOfAll = (nodes: readonly MarkupNode[]): number => nodes.reduce((sum, node) => sum + sizeOf(node), 0)

/**
 * Returns blocks directly and the lines between them as paragraphs, separated by empty lines.
 *
 * @param anchor prefix of the ids of headings; without it they have none
 */
function blocksOf(nodes: readonly MarkupNode[], anchor?: string): RenderedBlock[] {
  const blocks: RenderedBlock[] = []
  let headings = 0
  let line: MarkupNode[] = []
  const endParagraph = () => {
    const inline = trimBreaks(line)
    line = []
    if (inline.length === 0) return
    blocks.push({
      element: (
        <p key={blocks.length} ref={shows(inline)}>
          <Inline nodes={inline} />
        </p>
      ),
      size: sizeOfAll(inline),
    })
  }
  for (const [index, node] of nodes.entries()) {
    if (isBlock(node)) {
      endParagraph()
      if (node.type === 'heading') headings += 1
      const id = anchor && node.type === 'heading' ? sectionId(anchor, headings) : undefined
      blocks.push({ element: <Block key={blocks.length} node={node} id={id} />, size: sizeOf(node) })
    } else if (node.type === 'break' && nodes[index + 1]?.type === 'break') {
      endParagraph()
    } else line.push(node)
  }
  endParagraph()
  return blocks
}

function trimBreaks(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  let start = 0
  let end = nodes.length
  while (nodes[start]?.type === 'break') start += 1
  while (end > start && nodes[end - 1]?.type === 'break') end -= 1
  return nodes.slice(start, end)
}

function Block({ node, id }: { node: MarkupNode; id?: string | undefined }) {
  switch (node.type) {
    case 'heading': {
      const Heading = `h${node.level}` as const
      return (
        <Heading id={id} ref={shows(node.children)}>
          <Inline nodes={node.children} />
        </Heading>
      )
    }
    case 'table':
      return <Table rows={node.rows} render={(nodes) => <Nodes nodes={nodes} />} />
    case 'figure':
      return (
        <figure className="figure">
          <Described value={wordsOf(node.caption).trim()}>
            <Inline nodes={node.pictures} />
          </Described>
          {node.caption.length > 0 && (
            <figcaption ref={shows(node.caption)}>
              <Inline nodes={node.caption} />
            </figcaption>
          )}
        </figure>
      )
    case 'rule':
      return <hr />
    case 'quote':
      return (
        <Quote node={node}>
          <Nodes nodes={node.children} />
        </Quote>
      )
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      return (
        <List>
          {node.items.map((item, index) => (
            <li key={index}>
              <Nodes nodes={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'spoiler':
      return <Spoiler>{<Nodes nodes={node.children} />}</Spoiler>
    case 'video':
      return <Video video={node} />
    case 'code':
      return <CodeBlock node={node}>{use(ShownText)(node)}</CodeBlock>
    default:
      return <Inline nodes={[node]} />
  }
}

function Inline({ nodes }: { nodes: readonly MarkupNode[] }) {
  return (
    <>
      {withGalleries(nodes).map((node, index) => (
        <Fragment key={index}>
          {node.type === 'gallery' ? (
            <span className={classNames('gallery', node.pictures.length === 4 && 'gallery-of-four')}>
              {node.pictures.map((picture, at) => (
                <Leaf key={at} node={picture} />
              ))}
            </span>
          ) : (
            <Leaf node={node} />
          )}
        </Fragment>
      ))}
    </>
  )
}

function Leaf({ node }: { node: MarkupNode }) {
  switch (node.type) {
    case 'text':
      return use(ShownText)(node)
    case 'break':
      return <br />
    case 'code':
      return <code ref={shows([node])}>{use(ShownText)(node)}</code>
    case 'mention':
      return <Mention node={node} />
    case 'image':
      return <PictureInText url={node.url} />
    case 'task':
      return <TaskMark node={node} />
    case 'link':
      return (
        <WebLink url={node.url} ref={shows(places.has(node) ? [node] : node.children)}>
          <InsideLink value>
            <Inline nodes={node.children} />
          </InsideLink>
        </WebLink>
      )
    case 'bold':
      return (
        <strong ref={shows(node.children)}>
          <Inline nodes={node.children} />
        </strong>
      )
    case 'italic':
      return (
        <em ref={shows(node.children)}>
          <Inline nodes={node.children} />
        </em>
      )
    case 'underline':
      return (
        <u ref={shows(node.children)}>
          <Inline nodes={node.children} />
        </u>
      )
    case 'strike':
      return (
        <s ref={shows(node.children)}>
          <Inline nodes={node.children} />
        </s>
      )
    case 'quote':
    case 'list':
    case 'spoiler':
    case 'video':
    case 'heading':
    case 'table':
    case 'figure':
    case 'rule':
      // Blocks inside a style are still blocks.
      return <Block node={node} />
  }
}

function PictureInText({ url }: { url: string }) {
  const attachment = use(Attached).find((file) => isFileAt(url, file))
  const uploaded = attachment?.filename ?? uploadedAt(url)
  if (use(ArePrivate) && uploaded !== null)
    return <PrivatePicture filename={uploaded} size={attachment && pictureSizeOf(attachment)} />
  if (!attachment) return <Picture url={url} />
  return (
    <LoadsOnClick value={false}>
      <Picture url={attachment.url} attachment={attachment} />
    </LoadsOnClick>
  )
}

/** An @name, linked to its member; an unknown name stays text. */
function Mention({ node }: { node: MentionNode }) {
  const { username } = node
  const member = use(Mentioned).find((one) => one.username === username.toLowerCase())
  if (!member)
    return (
      <span ref={shows([node])} className="mention-nobody">
        @{username}
      </span>
    )
  return (
    <Link ref={shows([node])} className="mention" to={`/users/${member.id}`}>
      @{username}
    </Link>
  )
}

/** A link to this site stays in the page; any other is marked as user content and opens in a new tab. */
export function WebLink({
  url,
  ref,
  children,
}: {
  url: string
  ref?: Ref<HTMLAnchorElement>
  children: ReactNode
}) {
  // The parser only makes links of web addresses; checking again is cheap.
  if (!WEB_ADDRESS.test(url)) return children
  const inside = pathOnThisSite(url)
  if (inside !== null && !inside.startsWith('/api/'))
    return (
      <Link to={inside} ref={ref}>
        {children}
      </Link>
    )
  return (
    <a href={url} ref={ref} target="_blank" rel="nofollow ugc noopener">
      {children}
    </a>
  )
}

function Spoiler({ children }: { children: ReactNode }) {
  return (
    <details className="spoiler">
      <summary>
        <span className="spoiler-show">{markupText('spoiler')}</span>
        <span className="spoiler-hide">{markupText('hideSpoiler')}</span>
      </summary>
      {children}
    </details>
  )
}
