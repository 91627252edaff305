import type { Plugin } from 'vite'

/** `(width < 760px)`, `(width >= 760px)` and `(760px <= width < 1024px)`. */
const RANGE = /\((?:([\d.]+)px\s*<=\s*)?width\s*(<|>=)\s*([\d.]+)px\)/g

/**
 * Writes ranges of widths in style sheets as `min-width` and `max-width`. The build would write `not (min-width: 760px)`,
 * which Safari 16.0 and Chromium 103 do not know either.
 */
export function mediaRanges(): Plugin {
  return {
    name: 'media-ranges',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: lowerRanges(code), map: null }),
    },
  }
}

const lowerRanges = (css: string) =>
  css.replaceAll(RANGE, (_, from: string | undefined, sign: string, to: string) => {
    if (sign === '>=') return `(min-width: ${to}px)`
    const below = `(max-width: ${Number(to) - 0.02}px)`
    return from === undefined ? below : `(min-width: ${from}px) and ${below}`
  })
