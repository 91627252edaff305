/** A profile of Chromium's DevTools. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Returns the functions with the most self time. */
export function longestFunctions({ nodes, samples, timeDeltas }: Profile): string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${url.split('/').at(-1) ?? ''}:${lineNumber}`,
    ]),
  )
  const times = new Map<string, number>()
  for (const [at, sample] of samples.entries()) {
    const name = names.get(sample) ?? ''
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000)
  }
  return [...times]
    .filter(([name]) => !name.startsWith('(idle)'))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 25)
    .map(([name, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${name}`)
}
