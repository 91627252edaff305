const LEADS = rangeOf(0x81, 0xfe)
const DIGITS = rangeOf(0x30, 0x39)
/** Characters of up to U+FFFF that have four bytes begin with one of these. */
const LAST_LEAD_OF_FOUR = 0x84
const FIRST_SUPPLEMENTARY = 0x1_00_00
/** The position of U+10000 (0x90 0x30 0x81 0x30) among the sequences of four bytes. */
const SUPPLEMENTARY_OFFSET = 189_000

function rangeOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Returns every sequence of two bytes, and every one of four that can stand for a character of up to U+FFFF. */
function* sequences(): Generator<number[]> {
  for (const lead of LEADS) {
    for (const trail of rangeOf(0x40, 0xfe)) if (trail !== 0x7f) yield [lead, trail]
    if (lead > LAST_LEAD_OF_FOUR) continue
    for (const second of DIGITS)
      for (const third of LEADS) for (const fourth of DIGITS) yield [lead, second, third, fourth]
  }
}

let table: ReadonlyMap<string, readonly number[]> | null = null

/** Inverts the decoder of the platform, which has no encoder. Built on first use: few forums need it. */
function bytesByCharacter(): ReadonlyMap<string, readonly number[]> {
  if (table) return table
  const all = [...sequences()]
  const decoded = new TextDecoder('gb18030').decode(Uint8Array.from(all.flatMap((bytes) => [...bytes, 0x0a])))
  const built = new Map<string, readonly number[]>()
  for (const [i, character] of decoded.split('\n').entries()) {
    const bytes = all[i]
    if (bytes && Array.from(character).length === 1 && !built.has(character)) built.set(character, bytes)
  }
  table = built
  return table
}

/** Returns a text as GB18030, of which GBK and GB2312 are parts; null if a lone surrogate has no bytes. */
export function encodeGb18030(text: string): Uint8Array | null {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < FIRST_SUPPLEMENTARY) {
      const encoded = bytesByCharacter().get(character)
      if (!encoded) return null
      bytes.push(...encoded)
    } else {
      const position = SUPPLEMENTARY_OFFSET + code - FIRST_SUPPLEMENTARY
      bytes.push(
        0x81 + Math.floor(position / 12_600),
        0x30 + (Math.floor(position / 1_260) % 10),
        0x81 + (Math.floor(position / 10) % 126),
        0x30 + (position % 10),
      )
    }
  }
  return Uint8Array.from(bytes)
}
