import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const WAIT_MS = 90_000

/** A helper process of the bench, controlled by messages; it carries out one order at a time. */
export class Child<Order extends { do: string }, Report extends { is: string }> {
  private readonly process: ChildProcess

  constructor(file: string) {
    this.process = fork(fileURLToPath(new URL(file, import.meta.url)), [], { execArgv: ['--import', 'tsx'] })
  }

  /** Waits for the next report of that kind. */
  next<Kind extends Report['is']>(kind: Kind, withinMs = WAIT_MS): Promise<Extract<Report, { is: Kind }>> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(giveUp)
        this.process.off('message', onMessage)
        this.process.off('exit', ended)
      }
      const onMessage = (report: Report) => {
        if (report.is !== kind) return
        done()
        resolve(report as Extract<Report, { is: Kind }>)
      }
      const ended = () => {
        done()
        reject(new Error(`a helper process ended before it reported "${kind}"`))
      }
      const giveUp = setTimeout(() => {
        done()
        reject(new Error(`no report "${kind}" within ${withinMs} ms`))
      }, withinMs)
      this.process.on('message', onMessage)
      this.process.once('exit', ended)
    })
  }

  order<Kind extends Report['is']>(what: Order, kind: Kind): Promise<Extract<Report, { is: Kind }>> {
    const reported = this.next(kind)
    this.process.send(what)
    return reported
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const ended = once(this.process, 'exit')
    if (this.process.connected) this.process.disconnect()
    await ended
  }
}
