/** From here on a count is shown in larger units: above 9,999 as 1.2 万. */
const SHORT_FROM = 10_000

const UNITS = {
  zh: [
    { size: 1e8, suffix: ' 亿' },
    { size: 1e4, suffix: ' 万' },
  ],
  en: [
    { size: 1e6, suffix: 'm' },
    { size: 1e3, suffix: 'k' },
  ],
} as const

/** Formats a count: 9,999, then 1.2 万 or 12.3k, rounded down so that it is never too high. */
export function formatCount(count: number, language: 'zh' | 'en'): string {
  if (count >= SHORT_FROM) {
    for (const { size, suffix } of UNITS[language]) {
      if (count >= size) return `${grouped(Math.floor((count * 10) / size) / 10)}${suffix}`
    }
  }
  return grouped(count)
}

function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}
