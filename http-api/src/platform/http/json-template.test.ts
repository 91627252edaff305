import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asGaps, gapValues, JsonTemplate } from './json-template'

const textOf = ({ bytes }: { bytes: Buffer }) => bytes.toString()
const json = fc.jsonValue({ noUnicodeString: false })
const fields = fc.dictionary(fc.string({ unit: 'binary' }), json)

describe('a JSON template', () => {
  it('has the text of JSON.stringify, for an anonymous reader as for any other', () => {
    fc.assert(
      fc.property(fields, fc.array(fc.tuple(fields, fields, json)), json, (top, rows, tail) => {
        // A row has the same fields for every reader, with other values.
        const valueOf = (reader: (own: object, other: unknown, i: number) => object) => ({
          ...top,
          rows: rows.map(([row, own, other], i) => ({ ...row, ...reader(own, other, i) })),
          tail,
        })
        const forMember = (own: object, other: unknown) =>
          Object.fromEntries(Object.keys(own).map((field) => [field, other]))
        const template = JsonTemplate.of(valueOf((own, _, i) => asGaps(`row ${i}`, own)))
        expect(textOf(template.forAnonymous)).toBe(JSON.stringify(valueOf((own) => own)))
        const values = rows.map(([, own, other], i) => gapValues(`row ${i}`, forMember(own, other)))
        const filled = template.fill(Object.assign({}, ...values) as object as Record<string, unknown>)
        expect(textOf(filled.build())).toBe(JSON.stringify(valueOf(forMember)))
      }),
    )
  })

  it('leaves out undefined fields, as JSON does', () => {
    const value = { a: undefined, b: [{ c: undefined }], d: null }
    expect(textOf(JsonTemplate.of(value).forAnonymous)).toBe(JSON.stringify(value))
  })

  it('has the same ETag for the same values only', () => {
    const template = JsonTemplate.of({ ...asGaps('thread', { viewer: null }), id: 1 })
    const etagOf = (viewer: unknown) => template.fill(gapValues('thread', { viewer })).etag
    expect(etagOf({ canEdit: true })).toBe(etagOf({ canEdit: true }))
    expect(
      new Set([etagOf({ canEdit: true }), etagOf({ canEdit: false }), template.forAnonymous.etag]).size,
    ).toBe(3)
  })

  it('is not filled without a value for each gap', () => {
    const template = JsonTemplate.of(asGaps('thread', { viewer: null }))
    expect(() => template.fill({})).toThrow('no value for thread.viewer')
  })
})
