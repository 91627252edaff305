import { setTimeout as wait } from 'node:timers/promises'
import type { Access } from './access'
import { publicAddresses, type Named } from './walk'

const PAUSE_MS = 60

/** The words of secret threads that a stranger has read or heard, and when. */
interface Overheard {
  word: string
  where: string
  from: number
  to: number
}

export const secretWordsIn = (text: string): string[] => [...new Set(text.match(/secret\d+x\d+x\d+/g))]

/** A stranger who reads everything public over and over, while who may read what changes. */
export class Outsider {
  readonly read: Overheard[] = []
  responses = 0
  private isStopped = false

  constructor(apis: readonly string[], named: Named) {
    const addresses = publicAddresses(named).flatMap((path) => apis.map((api) => `${api}${path}`))
    void this.readOn(addresses)
  }

  stop(): void {
    this.isStopped = true
  }

  private async readOn(addresses: readonly string[]): Promise<void> {
    for (let i = 0; !this.isStopped; i += 1) {
      const where = addresses[i % addresses.length]!
      const from = Date.now()
      try {
        const response = await fetch(where)
        const text = await response.text()
        if (response.ok) this.responses += 1
        for (const word of secretWordsIn(text)) this.read.push({ word, where, from, to: Date.now() })
      } catch {
        // That API is down.
      }
      await wait(PAUSE_MS)
    }
  }
}

/**
 * Returns what a stranger must not have got: a word read in a response to a request of a time in which its thread was
 * hidden, or heard on a socket then although it was written then.
 */
export function leaks(
  access: Access,
  {
    read,
    heard,
  }: { read: readonly Overheard[]; heard: readonly { word: string; name: string; at: number }[] },
  written: ReadonlyMap<string, { threadId: number; at: number }>,
): string[] {
  const inResponses = read.flatMap(({ word, where, from, to }) => {
    const threadId = written.get(word)?.threadId
    return threadId !== undefined && access.wasHidden(threadId, from, to) ? [`${word} in ${where}`] : []
  })
  const onSocket = heard.flatMap(({ word, name, at }) => {
    const said = written.get(word)
    return said && access.wasHidden(said.threadId, said.at, at) ? [`${word} in ${name}`] : []
  })
  return [...inResponses, ...onSocket]
}
