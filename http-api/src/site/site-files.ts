import { accentPair, DEFAULT_ACCENT } from '@forum/shared/accent'
import { ICONS, type IconName, type LogoFiles } from '../files'
import { ResponseBody } from '../platform/http/response-body'
import { logoNameOf, type Identity } from './identity.service'

/** The seal whose icons come with the built page, drawn by hand on the default accent. */
export const DRAWN_SEAL = '华'

/** The files of the site that are no part of the API, by path. */
export type DrawnIcons = Readonly<Record<string, Uint8Array>>

interface SiteFilesDeps {
  identity: () => Identity
  logos: LogoFiles
  /** The icons that come with the built page. */
  drawn: DrawnIcons
}

/** Returns the colours of the page as a style sheet that replaces those of its tokens; empty for the default accent. */
export function accentStyles(accent: string): string {
  if (accent === DEFAULT_ACCENT) return ''
  const { light, dark } = accentPair(accent)
  const tokens = [
    ['--seal', light.accent, dark.accent],
    ['--seal-strong', light.strong, dark.strong],
    ['--seal-wash', light.wash, dark.wash],
    ['--on-seal', light.on, dark.on],
  ] as const
  const rule = (valueOf: (light: string, dark: string) => string) =>
    `:root:root{${tokens.map(([name, day, night]) => `${name}:${valueOf(day, night)}`).join(';')}}`
  // The build writes `light-dark()` with these two properties, for browsers that lack it.
  const older = rule((day, night) => `var(--lightningcss-light,${day})var(--lightningcss-dark,${night})`)
  const newer = rule((day, night) => `light-dark(${day},${night})`)
  return `${older}\n@supports (color:light-dark(red,red)){${newer}}\n`
}

/** Returns the source of the icons, as one text that changes with them. */
const sourceOf = ({ seal, accent, logo }: Identity) => `${logo ?? seal} ${accent}`

/** A file with its content type. */
interface SiteFile {
  type: string
  body: ResponseBody
}

/** Makes the icons and the colours of the site: those of its logo, or of its seal and its accent. */
export class SiteFiles {
  /** The files drawn from the present source, by file name. */
  private drawn = new Map<string, Promise<ResponseBody>>()
  private source = ''

  constructor(private readonly deps: SiteFilesDeps) {}

  /** Returns the file at a path outside the API; null if the site has none there. */
  at(path: string): Promise<SiteFile> | null {
    const { accent } = this.deps.identity()
    if (path === '/site.css') {
      const body = new ResponseBody(Buffer.from(accentStyles(accent)))
      return Promise.resolve({ type: 'text/css; charset=utf-8', body })
    }
    const svg = (isUnread: boolean) =>
      this.icon(path, (of) => this.favicon(of, isUnread)).then((body) => ({ type: 'image/svg+xml', body }))
    if (path === '/favicon.svg') return svg(false)
    if (path === '/favicon-unread.svg') return svg(true)
    const name = path.replace(/^\/icons\//, '')
    if (!Object.hasOwn(ICONS, name)) return null
    const png = this.icon(path, (of) => this.deps.logos.icon(name as IconName, iconsOf(of)))
    return png.then((body) => ({ type: 'image/png', body }))
  }

  private async favicon(of: Identity, isUnread: boolean): Promise<Buffer> {
    return Buffer.from(await this.deps.logos.favicon(iconsOf(of), { isUnread }))
  }

  /** Returns an icon: the one that was drawn by hand, or one that is drawn once for the present identity. */
  private icon(path: string, draw: (of: Identity) => Promise<Buffer>): Promise<ResponseBody> {
    const identity = this.deps.identity()
    const byHand = this.deps.drawn[path]
    const { seal, accent, logo } = identity
    if (byHand && logo === null && seal === DRAWN_SEAL && accent === DEFAULT_ACCENT)
      return Promise.resolve(new ResponseBody(Buffer.from(byHand)))
    const source = sourceOf(identity)
    if (source !== this.source) this.drawn = new Map()
    this.source = source
    const { drawn } = this
    const kept = drawn.get(path)
    if (kept) return kept
    const body = draw(identity).then((bytes) => new ResponseBody(bytes))
    drawn.set(path, body)
    body.catch(() => drawn.delete(path))
    return body
  }
}

const iconsOf = (identity: Identity) => ({
  seal: identity.seal,
  accent: accentPair(identity.accent).light.accent,
  logo: logoNameOf(identity),
})
