import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ForumError } from '@forum/shared/errors'
import type { ImportReport } from './report'
import { number, text, time, title, type DiscuzSource, type Row } from './source'
import type { ImportTarget, LoadedAttachment } from './target'

/** The files of posts, which are loaded before the posts that show them. */
export class AttachmentImport {
  constructor(
    private readonly deps: {
      source: DiscuzSource
      report: ImportReport
      /** The folder of the old forum. */
      files: string
      target: Pick<ImportTarget, 'attachment'>
      authorOf: (post: Row) => number
      startedAt: Date
    },
  ) {}

  /** Loads the files of threads, which are listed in ten tables; returns them by the post. */
  async of(threads: readonly Row[], posts: ReadonlyMap<number, readonly Row[]>) {
    const { source, report } = this.deps
    const loaded = new Map<number, { aid: number; file: LoadedAttachment }[]>()
    if (!source.has('forum_attachment') || threads.length === 0) return loaded
    const ids = threads.map((row) => number(row, 'tid'))
    const listed = await source.query(
      'SELECT * FROM {forum_attachment} WHERE tid IN (?) AND tableid < 10 ORDER BY aid',
      [ids],
    )
    const byTable = new Map<number, number[]>()
    for (const row of listed) {
      const part = number(row, 'tableid')
      byTable.set(part, [...(byTable.get(part) ?? []), number(row, 'aid')])
    }
    const byPid = new Map([...posts.values()].flat().map((post) => [number(post, 'pid'), post]))
    for (const [part, aids] of byTable) {
      if (!source.has(`forum_attachment_${part}`)) continue
      const rows = await source.query(
        `SELECT * FROM {forum_attachment_${part}} WHERE aid IN (?) ORDER BY aid`,
        [aids],
      )
      for (const row of rows) {
        if (number(row, 'readperm') > 0 || number(row, 'price') > 0) {
          report.lose('restrictedAttachments', `attachment ${number(row, 'aid')}`)
          continue
        }
        const post = byPid.get(number(row, 'pid'))
        const file = post ? await this.load(row, post) : null
        if (!file) continue
        const pid = number(row, 'pid')
        loaded.set(pid, [...(loaded.get(pid) ?? []), { aid: number(row, 'aid'), file }])
        report.add('attachments')
      }
    }
    return loaded
  }

  private async load(row: Row, post: Row): Promise<LoadedAttachment | null> {
    const { files, target, report, authorOf, startedAt } = this.deps
    const aid = number(row, 'aid')
    const root = path.join(files, 'data/attachment/forum')
    const file = path.join(root, text(row, 'attachment'))
    // A path of the database never leads out of the folder.
    const isInside = file.startsWith(`${root}${path.sep}`)
    const bytes = isInside ? await readFile(file).catch(() => null) : null
    if (!bytes) {
      report.lose('attachmentsMissing', `attachment ${aid}`)
      return null
    }
    try {
      return await target.attachment({
        id: aid,
        ownerId: authorOf(post),
        claim: number(post, 'first') === 1 ? `thread:${number(post, 'tid')}` : `post:${number(post, 'pid')}`,
        createdAt: time(row, 'dateline') ?? startedAt,
        name: title(row, 'filename') || `attachment-${aid}`,
        bytes,
      })
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      report.lose('attachmentsRefused', `attachment ${aid}: ${title(row, 'filename')}`)
      return null
    }
  }
}
