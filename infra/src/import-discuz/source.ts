import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { OperatorError } from '../operator-error'
import { decodeEntities, repairText } from './text'

/** A row of the old database. */
export type Row = Readonly<Record<string, unknown>>

const ROWS_AT_ONCE = 1_000

export const number = (row: Row, name: string): number => Number(row[name] ?? 0) || 0
export const text = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name] : '')
/** A text in which Discuz! stores the characters of HTML as entities: titles, names. */
export const title = (row: Row, name: string): string => decodeEntities(text(row, name)).trim()
/** A time in seconds; null for 0. */
export const time = (row: Row, name: string): Date | null => {
  const seconds = number(row, name)
  return seconds > 0 ? new Date(seconds * 1_000) : null
}

/** The old forum cannot be read; the message says why. */
export class SourceError extends OperatorError {
  override readonly name = 'SourceError'
}

/**
 * Reads the database of a Discuz! X 3 forum. The server converts every column to UTF-8 from the character set it is
 * declared with, and texts that were stored under a wrong one are repaired.
 */
export class DiscuzSource {
  private constructor(
    private readonly connection: Connection,
    private readonly tables: ReadonlyMap<string, { isLatin1: boolean }>,
    private readonly prefix: string,
    private readonly ucenterPrefix: string | null,
  ) {}

  /**
   * @param uri `mysql://user:password@host/database?prefix=pre_&ucenter=pre_ucenter_`; the prefixes are optional
   * @throws {SourceError} if the database cannot be opened or has no such forum
   */
  static async open(uri: string): Promise<DiscuzSource> {
    const url = new URL(uri)
    const prefix = url.searchParams.get('prefix') ?? 'pre_'
    const given = url.searchParams.get('ucenter')
    const connection = await createConnection({
      host: url.hostname,
      port: Number(url.port || 3_306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      charset: 'utf8mb4',
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SourceError(`The old database cannot be opened: ${reason}`)
    })
    await connection.query('SET SESSION TRANSACTION READ ONLY')
    const [rows] = await connection.query<RowDataPacket[]>('SHOW TABLE STATUS')
    const tables = new Map(
      rows.map((row) => [String(row.Name), { isLatin1: String(row.Collation ?? '').startsWith('latin1') }]),
    )
    if (!tables.has(`${prefix}forum_thread`)) {
      await connection.end()
      throw new SourceError(`There is no table ${prefix}forum_thread; name the prefix with ?prefix=…`)
    }
    const candidates = given === null ? [`${prefix}ucenter_`, 'uc_', `${prefix}uc_`] : [given]
    const ucenter = candidates.find((candidate) => tables.has(`${candidate}members`)) ?? null
    return new DiscuzSource(connection, tables, prefix, ucenter)
  }

  /** True if the tables of UCenter, which has passwords and messages, are in the same database. */
  get hasUcenter(): boolean {
    return this.ucenterPrefix !== null
  }

  /** Returns the existing tables of a name and its numbered parts, such as `forum_post` and `forum_post_1`. */
  parts(name: string): string[] {
    const pattern = new RegExp(`^${this.prefix}(${name}(?:_\\d+)?)$`)
    return [...this.tables.keys()].flatMap((table) => pattern.exec(table)?.[1] ?? []).sort()
  }

  has(name: string): boolean {
    return this.tables.has(this.prefix + name)
  }

  /** Runs a query in which `{name}` stands for a table of Discuz! and `{uc:name}` for one of UCenter. */
  async query(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    let isLatin1 = false
    const named = sql.replace(/\{(uc:)?(\w+)\}/g, (_, ucenter, name) => {
      const table = (ucenter === undefined ? this.prefix : (this.ucenterPrefix ?? '')) + String(name)
      isLatin1 ||= this.tables.get(table)?.isLatin1 ?? false
      return `\`${table}\``
    })
    const [rows] = await this.connection.query<RowDataPacket[]>(named, [...values])
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row as Row).map(([name, value]) => [
          name,
          typeof value === 'string' ? repairText(value, isLatin1) : value,
        ]),
      ),
    )
  }

  /** Reads a table in batches, in the order of a key, above a value of it. */
  async *batches(table: string, key: string, after: number, columns = '*'): AsyncGenerator<Row[]> {
    for (let last = after; ;) {
      const rows = await this.query(
        `SELECT ${columns} FROM {${table}} WHERE \`${key}\` > ? ORDER BY \`${key}\` LIMIT ${ROWS_AT_ONCE}`,
        [last],
      )
      const end = rows.at(-1)
      if (!end) return
      yield rows
      last = number(end, key)
    }
  }

  async count(table: string): Promise<number> {
    const [row] = await this.query(`SELECT COUNT(*) AS n FROM {${table}}`)
    return row ? number(row, 'n') : 0
  }

  /** Returns a setting of the old forum. */
  async setting(name: string): Promise<string> {
    const [row] = await this.query('SELECT svalue FROM {common_setting} WHERE skey = ?', [name])
    return row ? text(row, 'svalue') : ''
  }

  async close(): Promise<void> {
    await this.connection.end()
  }
}
