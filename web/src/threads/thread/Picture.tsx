import { type Attachment } from '@forum/shared/contract'
import { THUMBNAIL_WIDTHS } from '@forum/shared/limits'
import {
  createContext,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useRef,
  useState,
} from 'react'
import { classNames, type LightboxPicture } from '../../ui'
import { Image as ImageIcon, ImageOff } from '../../ui/icons'
import { markupText } from './markup.texts'
import { knownSize, rememberSize, type PictureSize } from './picture-sizes'

const Lightbox = lazy(() => import('../../ui/lightbox'))

/** Pictures up to this size, in pixels, are inline in the text and cannot be enlarged. */
const SMALL_PX = 120
/**
 * Ratio of height to width from which a picture is labelled as long, because it shows little at the size of the page.
 */
const LONG_RATIO = 2.5

/**
 * Height in pixels, and ratio of height to width, below which a picture gives up the space reserved while it was
 * loading.
 */
const KEEPS_SPACE_PX = 210
const KEEPS_SPACE_RATIO = 0.375

/** True if the surrounding text is a link: a picture in it cannot be a button. */
export const InsideLink = createContext(false)

/** True if pictures load only when the reader asks for them. */
export const LoadsOnClick = createContext(false)

/** The caption around a picture; '' without one. */
export const Described = createContext('')

interface PictureProps {
  url: string
  /** A picture on this site: its size is known, and its smaller versions save a phone from loading the large one. */
  attachment?: Attachment | undefined
  /** Its size, if it is known otherwise. */
  size?: PictureSize | undefined
}

/**
 * A picture from another site, shown whole and undistorted. Space is reserved until it has loaded, and kept then, so
 * that nothing moves; its size is remembered for the next time. It is requested without a referrer, so that its host
 * does not learn where it is shown.
 */
export function Picture({ url, attachment, size }: PictureProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isInLink = use(InsideLink)
  if (!use(LoadsOnClick) || isAsked) return <LoadedPicture {...{ url, attachment, size }} />
  if (isInLink) return markupText('openImage')
  return (
    <button
      type="button"
      className="picture-ask"
      onClick={() => {
        setIsAsked(true)
      }}
    >
      <ImageIcon aria-hidden />
      {markupText('showImage', { host: hostOf(url) })}
    </button>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function LoadedPicture({ url, attachment, size: given }: PictureProps) {
  const isInLink = use(InsideLink)
  const description = use(Described)
  const [size, setSize] = useState<PictureSize | undefined>(() =>
    attachment ? pictureSizeOf(attachment) : (given ?? knownSize(url)),
  )
  const [keepsSpace, setKeepsSpace] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const [opened, setOpened] = useState<{ pictures: LightboxPicture[]; index: number } | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  if (isBroken) return <BrokenPicture url={url} isInLink={isInLink} />

  const isSmall = size !== undefined && size.width <= SMALL_PX && size.height <= SMALL_PX
  const isLong = size !== undefined && !isSmall && size.height >= size.width * LONG_RATIO
  const className = classNames(
    'picture',
    !size && 'picture-loading',
    keepsSpace && 'picture-kept',
    isSmall && 'picture-small',
    isLong && 'picture-long',
  )
  const content: ReactNode = (
    <>
      <img
        src={url}
        {...(attachment && smallerVersions(attachment))}
        alt={description || (attachment?.originalName ?? markupText('openImage'))}
        {...size}
        style={size && fitted(size)}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          // A smaller version has the same proportions, and only these matter here.
          if (attachment || given || width === 0 || (size?.width === width && size.height === height)) return
          rememberSize(url, { width, height })
          setKeepsSpace(!size && height >= KEEPS_SPACE_PX && height >= width * KEEPS_SPACE_RATIO)
          setSize({ width, height })
        }}
        onError={() => {
          setIsBroken(true)
        }}
      />
      {isLong && <span className="picture-label">{markupText('longImage')}</span>}
    </>
  )
  if (isInLink || isSmall) return <span className={className}>{content}</span>
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-picture={url}
        data-description={description || undefined}
        aria-label={nameOf(isLong ? 'enlargeLong' : 'enlarge', description)}
        onClick={() => {
          if (button.current) setOpened(picturesAround(button.current))
        }}
      >
        {content}
      </button>
      {opened && (
        <Suspense>
          <Lightbox
            {...opened}
            onClose={() => {
              setOpened(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns the picture's width, which the style needs for drawings that would fill any space, and its proportions. */
const fitted = ({ width, height }: PictureSize) =>
  ({ '--own-width': `${width}px`, '--proportions': width / height }) as CSSProperties

export const pictureSizeOf = ({ width, height }: Attachment): PictureSize | undefined =>
  width === null || height === null ? undefined : { width, height }

/** The versions of a picture among which the browser chooses (docs/api.md#files). Animations have none. */
function smallerVersions({
  url,
  mimeType,
  width,
}: Attachment): { srcSet: string; sizes: string } | undefined {
  if (width === null || mimeType === 'image/gif' || width <= THUMBNAIL_WIDTHS.small) return undefined
  const smaller = Object.entries(THUMBNAIL_WIDTHS).filter(([, wide]) => wide < width)
  const srcSet = [...smaller.map(([size, wide]) => `${url}?size=${size} ${wide}w`), `${url} ${width}w`].join(
    ', ',
  )
  return { srcSet, sizes: '(max-width: 599.98px) 100vw, 560px' }
}

/** One line in place of a picture that could not be loaded. */
function BrokenPicture({ url, isInLink }: { url: string; isInLink: boolean }) {
  return (
    <span className="picture-broken">
      <ImageOff aria-hidden />
      {markupText('imageBroken')}
      {!isInLink && (
        <a href={url} target="_blank" rel="nofollow ugc noopener noreferrer">
          {markupText('openOriginal')}
        </a>
      )}
    </span>
  )
}

const nameOf = (act: 'enlarge' | 'enlargeLong', description: string): string =>
  description === '' ? markupText(act) : `${markupText(act)}：${description}`

/** Returns the pictures of the posts around a button, to step through, and the index of this one. */
function picturesAround(button: HTMLElement): { pictures: LightboxPicture[]; index: number } {
  // A form or dialog over the page has its own pictures.
  const container = button.closest('.composer, [role="dialog"], main') ?? button.closest('.markup') ?? button
  const buttons = [...container.querySelectorAll<HTMLElement>('[data-picture]')]
  return {
    pictures: buttons.map(({ dataset }) => ({
      url: dataset.picture ?? '',
      description: dataset.description ?? '',
    })),
    index: Math.max(0, buttons.indexOf(button)),
  }
}
