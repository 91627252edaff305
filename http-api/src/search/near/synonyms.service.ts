import type { Clock } from '@forum/shared/clock'
import type { SynonymTable } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayAdminister } from '@forum/shared/policies'
import { cutCharacters } from '@forum/shared/text'
import { authorize } from '../../platform/http/authorize'
import type { Copies } from '../../platform/work/copies'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import { RevisedDocument, type ModerationLog } from '../../record'
import { DEFAULT_SYNONYMS } from './default-synonyms'
import { Synonyms } from './synonyms'
import type { SynonymsDoc } from './synonyms.model'

/** The part of a change that the log quotes. */
const LOGGED_LENGTH = 2_000

/** The table of synonyms that admins edit while the site runs. */
export class SynonymSettings {
  private readonly document: RevisedDocument<SynonymsDoc, Synonyms>

  constructor({
    db,
    log,
    clock,
    copies,
  }: {
    db: { searchSynonyms: Collection<SynonymsDoc> }
    log: ModerationLog
    clock: Clock
    copies: Copies
  }) {
    this.document = new RevisedDocument({
      clock,
      copies,
      collection: db.searchSynonyms,
      log,
      missing: { rows: null, revision: 0 },
      contentOf: ({ rows }) => new Synonyms(rows ?? DEFAULT_SYNONYMS),
    })
  }

  /** Returns the table for searches, as this process last read it. */
  current(): Promise<Synonyms> {
    return this.document.current()
  }

  /**
   * Returns the table in force.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async get({ actor }: Viewer): Promise<SynonymTable> {
    authorize(mayAdminister(actor))
    return present(await this.document.read())
  }

  /**
   * Replaces the table; null returns it to the default.
   *
   * @param revision that of the table on which the change is based
   * @throws ForumError `FORBIDDEN`, `CONFLICT` if the table has changed since
   */
  async set({ actor }: Viewer, rows: string[][] | null, revision: number | undefined): Promise<SynonymTable> {
    authorize(mayAdminister(actor))
    const { result } = await this.document.change<Pick<SynonymsDoc, 'rows' | 'revision'>>((before) => {
      if (revision !== undefined && revision !== before.revision) throw new ForumError('CONFLICT')
      const changes = changesOf(before.rows ?? DEFAULT_SYNONYMS, rows ?? DEFAULT_SYNONYMS)
      if (changes.length === 0 && (rows === null) === (before.rows === null)) return { result: before }
      return {
        result: { rows, revision: before.revision + 1 },
        change: {
          act: { actorId: actor.id, action: 'set_settings', target: 'settings', changes },
          set: { rows },
        },
      }
    })
    return present(result)
  }
}

const present = ({ rows, revision }: Pick<SynonymsDoc, 'rows' | 'revision'>): SynonymTable => ({
  synonyms: (rows ?? DEFAULT_SYNONYMS).map((row) => [...row]),
  isDefault: rows === null,
  revision,
})

/** Returns which rows a change adds and removes, for the log. */
function changesOf(before: readonly (readonly string[])[], after: readonly (readonly string[])[]) {
  const said = (rows: readonly (readonly string[])[]) => new Set(rows.map((row) => row.join('~')))
  const [was, is] = [said(before), said(after)]
  const only = (of: ReadonlySet<string>, other: ReadonlySet<string>) =>
    cutCharacters([...of].filter((row) => !other.has(row)).join('\n'), LOGGED_LENGTH) || null
  const change = { field: 'synonyms', before: only(was, is), after: only(is, was) }
  return change.before === null && change.after === null ? [] : [change]
}
