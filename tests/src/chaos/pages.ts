import { Worker } from 'node:worker_threads'
import type { PageProgram } from '../fixtures/page-program'
import type { PageAddress } from './page/browser'
import type { PageCalls } from './page/main'

/** The module that every page of a run executes. */
export const PAGE = new URL('page/main.ts', import.meta.url)

/** A page in a thread of its own, whose modules and globals are those of one browser tab. */
export class Page {
  private readonly thread: Worker
  private readonly waiting = new Map<number, (response: { value?: unknown; error?: string }) => void>()
  private calls = 0

  constructor(program: PageProgram, address: PageAddress) {
    this.thread = new Worker(program.file, { workerData: address, execArgv: [] })
    this.thread.on('message', (response: { id: number; value?: unknown; error?: string }) => {
      this.waiting.get(response.id)?.(response)
      this.waiting.delete(response.id)
    })
    this.thread.on('error', (error) => {
      for (const settle of this.waiting.values()) settle({ error: error.stack ?? error.message })
    })
  }

  call<N extends keyof PageCalls>(
    name: N,
    ...given: Parameters<PageCalls[N]>
  ): Promise<Awaited<ReturnType<PageCalls[N]>>> {
    const id = (this.calls += 1)
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => {
        if (error === undefined) resolve(value as Awaited<ReturnType<PageCalls[N]>>)
        else reject(new Error(error))
      })
      this.thread.postMessage({ id, name, given })
    })
  }

  async stop(): Promise<void> {
    await this.thread.terminate()
  }
}
