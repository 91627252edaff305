import { createHash } from 'node:crypto'
import { ResponseBody } from './response-body'

/** A value within a response that depends on the reader, by a name that is unique within the response. */
class Gap {
  constructor(
    readonly name: string,
    readonly forAnonymous: unknown,
  ) {}
}

/** The values of one reader for the gaps, by their names. */
export type GapValues = Readonly<Record<string, unknown>>

const nameOf = (owner: string, field: string) => `${owner}.${field}`

/** Returns an object's fields as gaps. `fields` has the values for an anonymous reader. */
export const asGaps = (owner: string, fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, new Gap(nameOf(owner, field), value)]),
  )

/** Returns the values of the gaps that `asGaps` made of an object with the same fields. */
export const gapValues = (owner: string, fields: object): GapValues =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [nameOf(owner, field), value]))

/**
 * A JSON response with gaps, so that a member's response costs a copy of its bytes rather than a presentation. The
 * bytes are those of `JSON.stringify` of the value with its gaps filled.
 */
export class JsonTemplate {
  private constructor(
    readonly forAnonymous: ResponseBody,
    /** In the order of the bytes, which are those for an anonymous reader. */
    private readonly gaps: readonly { name: string; start: number; end: number }[],
  ) {}

  /** Serialises a value that contains gaps. Other values in it are plain data, as `JSON.parse` returns it. */
  static of(value: unknown): JsonTemplate {
    const parts: { text: string; gap: string | null }[] = []
    let text = ''
    const write = (part: unknown): void => {
      if (part instanceof Gap) {
        parts.push({ text, gap: null }, { text: JSON.stringify(part.forAnonymous), gap: part.name })
        text = ''
      } else if (Array.isArray(part)) {
        text += '['
        for (const [i, item] of part.entries()) {
          if (i > 0) text += ','
          write(item)
        }
        text += ']'
      } else if (typeof part === 'object' && part !== null) {
        let separator = '{'
        for (const [field, item] of Object.entries(part)) {
          if (item === undefined) continue
          text += `${separator}${JSON.stringify(field)}:`
          separator = ','
          write(item)
        }
        text += separator === '{' ? '{}' : '}'
      } else text += JSON.stringify(part ?? null)
    }
    write(value)
    parts.push({ text, gap: null })

    const gaps: { name: string; start: number; end: number }[] = []
    const chunks: Buffer[] = []
    let start = 0
    for (const part of parts) {
      const chunk = Buffer.from(part.text)
      chunks.push(chunk)
      const end = start + chunk.length
      if (part.gap !== null) gaps.push({ name: part.gap, start, end })
      start = end
    }
    return new JsonTemplate(new ResponseBody(Buffer.concat(chunks)), gaps)
  }

  /** Returns the ETag of the response with these values, and a function that builds it. */
  fill(values: GapValues): { etag: string; build: () => ResponseBody } {
    const texts = this.gaps.map(({ name }) => {
      if (!(name in values)) throw new Error(`the response has no value for ${name}`)
      return JSON.stringify(values[name])
    })
    const hash = createHash('sha1').update(`${this.forAnonymous.etag}${texts.join('\n')}`)
    const etag = `W/"${hash.digest('base64url')}"`
    return { etag, build: () => this.build(texts, etag) }
  }

  private build(texts: readonly string[], etag: string): ResponseBody {
    const { bytes } = this.forAnonymous
    const chunks: Buffer[] = []
    let from = 0
    for (const [i, { start, end }] of this.gaps.entries()) {
      chunks.push(bytes.subarray(from, start), Buffer.from(texts[i] ?? ''))
      from = end
    }
    chunks.push(bytes.subarray(from))
    return new ResponseBody(Buffer.concat(chunks), etag)
  }
}
