/** Characters outside the production `Char` of XML 1.0: most controls, lone surrogates and two noncharacters. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and HTML, in an element or between double quotes. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c)

type Attributes = Readonly<Record<string, string>>

/** Builds an element. Its content is text, which is escaped, or elements. */
export function element(name: string, content: string | readonly Xml[], attributes: Attributes = {}): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(({ xml }) => xml).join('')
  return new Xml(
    inner === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inner}</${name}>`,
  )
}

/** Finished XML, as opposed to text. */
export class Xml {
  constructor(readonly xml: string) {}

  /** Returns the whole document. */
  toDocument(): Buffer {
    return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${this.xml}\n`)
  }
}
