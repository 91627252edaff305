import type { EmbeddedMongodbErrorCode } from '../errors'
import type { MinFree } from './disk'

/** The settings that the starter passes to the front on its command line, as JSON. */
export interface FrontSettings {
  readonly dataDir: string
  /** 0 for any free port. */
  readonly port: number
  /** The main file of the engine's package. */
  readonly enginePackage: string
  /** Milliseconds. */
  readonly cursorIdleMs: number
  readonly ttlSweepMs: number
  readonly queryLimitMs: number
  readonly messageTimeoutMs: number
  /** The time in which the front may close before it exits forcibly. */
  readonly hardEndMs: number
  readonly minFree: MinFree
}

export type LogLevel = 'info' | 'warn' | 'error'

/** The messages that the front sends to the starter over the channel between them. */
export type FrontMessage =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly code: EmbeddedMongodbErrorCode; readonly message: string }
  | {
      readonly type: 'log'
      readonly level: LogLevel
      readonly message: string
      readonly details?: Record<string, unknown>
    }
