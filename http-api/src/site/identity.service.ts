import { DEFAULT_ACCENT } from '@forum/shared/accent'
import type { GivenIdentity, SiteInfo } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayAdminister } from '@forum/shared/policies'
import { firstCharacter } from '@forum/shared/text'
import type { BoardQueries } from '../boards'
import { uploadName, uploadUrl, type LogoFiles } from '../files'
import { changedFields, type RevisedDocument } from '../record'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import { UNCHANGED, type SettingsDoc, type StoredIdentity, type StoredSettings } from './settings.model'

/** The identity of the site, for texts and pictures. Its pages and its time zone are added by `site`. */
export type Identity = Omit<SiteInfo, 'pages' | 'timeZone'>

/** The parts of the site's identity that admins set. */
export class IdentityService {
  private shown: Identity

  constructor(
    private readonly deps: {
      document: RevisedDocument<SettingsDoc, StoredSettings>
      /** The name and the contact until an admin sets others. */
      configured: { name: string; contact: string }
      timeZone: string
      boards: BoardQueries
      logos: LogoFiles
      /** The pages that the site has, in order. */
      pages: () => SiteInfo['pages']
      /** Called when the site presents itself in another way. */
      onChanged: () => Promise<void>
      onFailure: (error: unknown) => void
    },
  ) {
    this.shown = this.present({ siteName: null })
  }

  /** Returns how the site presents itself, as this process last read it. */
  readonly current = (): Identity => this.shown

  /** Returns the same with the pages that the site has. */
  readonly site = (): SiteInfo => ({
    ...this.shown,
    timeZone: this.deps.timeZone,
    pages: this.deps.pages(),
  })

  /** Takes over what is stored. */
  apply(stored: Pick<StoredSettings, 'siteName' | 'identity'>): void {
    this.shown = this.present(stored)
  }

  /**
   * Changes the parts that are given; null returns one to its default.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND` if there is no such board for feedback
   */
  async set({ actor }: Viewer, { name, ...given }: GivenIdentity): Promise<SiteInfo> {
    authorize(mayAdminister(actor))
    const { feedbackBoardId } = given
    if (feedbackBoardId && !(await this.deps.boards.wholeStructure()).find(feedbackBoardId))
      throw new ForumError('NOT_FOUND')
    await this.change(actor.id, (before) => ({
      siteName: name === undefined ? before.siteName : name,
      identity: without({ ...before.identity, ...given }),
    }))
    return this.site()
  }

  /**
   * Stores a picture as the logo, in place of the one before.
   *
   * @throws ForumError `FORBIDDEN`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED` for a broken or too large picture
   */
  async setLogo({ actor }: Viewer, bytes: Uint8Array): Promise<SiteInfo> {
    authorize(mayAdminister(actor))
    const logo = await this.deps.logos.save(bytes)
    try {
      return await this.replaceLogo(actor.id, logo)
    } catch (error) {
      await this.removeUnlessStored(logo).catch(this.deps.onFailure)
      throw error
    }
  }

  /** @throws ForumError `FORBIDDEN` */
  async removeLogo({ actor }: Viewer): Promise<SiteInfo> {
    authorize(mayAdminister(actor))
    return this.replaceLogo(actor.id, null)
  }

  private async removeUnlessStored(logo: string): Promise<void> {
    const { identity } = await this.deps.document.read()
    if (identity?.logo !== logo) await this.deps.logos.remove(logo)
  }

  private async replaceLogo(actorId: number, logo: string | null): Promise<SiteInfo> {
    const before = await this.change(actorId, ({ siteName, identity }) => ({
      siteName,
      identity: without({ ...identity, logo }),
    }))
    const old = before.identity?.logo
    // Documents that were rendered before may still show it for a moment; a page without its logo shows the seal.
    if (old) await this.deps.logos.remove(old).catch(this.deps.onFailure)
    return this.site()
  }

  /** Changes what is stored and returns what was there before. */
  private async change(
    actorId: number,
    next: (before: StoredSettings) => Pick<StoredSettings, 'siteName'> & { identity: StoredIdentity },
  ): Promise<StoredSettings> {
    const { document, onChanged } = this.deps
    const { result, isChanged } = await document.change<StoredSettings>((before) => {
      const after = next(before)
      const changes = changedFields(loggedOf(this.present(before)), loggedOf(this.present(after)))
      if (changes.length === 0) return { result: before }
      // The first change of any setting stores all of them.
      const missing = before.revision === 0 ? UNCHANGED : {}
      const act = { actorId, action: 'set_site', target: 'site', changes } as const
      return { result: before, change: { act, set: { ...missing, ...after } } }
    })
    if (isChanged) await onChanged()
    return result
  }

  private present({ siteName, identity = {} }: Pick<StoredSettings, 'siteName' | 'identity'>): Identity {
    const { configured } = this.deps
    const name = siteName ?? configured.name
    const { logo = null, footer } = identity
    return {
      name,
      seal: identity.seal ?? firstCharacter(name),
      logo: logo === null ? null : uploadUrl(logo),
      accent: identity.accent ?? DEFAULT_ACCENT,
      description: identity.description ?? '',
      welcome: identity.welcome ?? '',
      contact: identity.contact ?? configured.contact,
      feedbackBoardId: identity.feedbackBoardId ?? null,
      footer: { text: footer?.text ?? '', links: footer?.links ?? [] },
    }
  }
}

/** Returns the name of the logo's file; null if there is none. */
export const logoNameOf = ({ logo }: Pick<Identity, 'logo'>): string | null =>
  logo === null ? null : uploadName(logo)

/** Returns the parts that are set. */
const without = (identity: {
  [K in keyof StoredIdentity]?: StoredIdentity[K] | null | undefined
}): StoredIdentity =>
  Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== null && value !== undefined))

const loggedOf = ({ footer, feedbackBoardId, ...texts }: Identity) => ({
  ...texts,
  feedbackBoardId,
  'footer.text': footer.text,
  'footer.links': footer.links.map(({ label, url }) => `${label} ${url}`).join('\n'),
})
