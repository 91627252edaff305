import { paceText } from './pace.texts'

/** The usual seconds between two replies in slow mode; 0 for none. */
const SPANS = [
  { seconds: 0, name: 'off' },
  { seconds: 30, name: 'seconds' },
  { seconds: 60, name: 'minute' },
  { seconds: 300, name: 'minutes' },
  { seconds: 1_800, name: 'halfHour' },
  { seconds: 3_600, name: 'hour' },
] as const

/** Returns the name of a number of seconds. */
export function spanText(seconds: number): string {
  const usual = SPANS.find((span) => span.seconds === seconds)
  return usual ? paceText(usual.name) : paceText('custom', { seconds })
}

/** Returns the choices of slow mode, with the current one if it is not among them. */
export const spansWith = (present: number): readonly number[] =>
  [...new Set([...SPANS.map(({ seconds }) => seconds), present])].sort((a, b) => a - b)
