import { systemClock } from '@forum/shared/clock'
import { type Attachment } from '@forum/shared/contract'
import { ATTACHMENT_MAX_BYTES } from '@forum/shared/limits'
import { useSyncExternalStore } from 'react'
import { ApiError, call, type Call } from '../../lib/api'
import { createListeners } from '../../lib/signal'
import { randomUuid } from '../../lib/uuid'
import { toast } from '../../ui'
import { composerText } from './composer.texts'
import { nameFor } from './pictures'
import { isReducible } from './picture-types'

/** A file being uploaded. Once uploaded it becomes an attachment of the draft. */
export interface Upload {
  key: number
  file: File
  /** The name by which the editor shows it, different from those of the draft's other files. */
  name: string
  /** Time when it was chosen, in milliseconds; of files chosen together, each is later than the one before it. */
  at: number
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** The error; null while it is being uploaded. */
  failure: { text: string | null; isTooLarge: boolean } | null
  /** True if it is sent unchanged, however large. */
  isOriginal: boolean
}

type OnDone = (attachment: Attachment, upload: Upload) => void

interface Started extends Upload {
  /** The same for every attempt, so that a file that did arrive is not stored again. */
  idempotencyKey: string
  abort: AbortController
  onDone: OnDone
  /** The file that is sent, reduced or not; null until that is decided. Every attempt sends the same. */
  sent: File | null
}

/** Makes a file smaller before it is uploaded. */
type Reduce = (file: File) => Promise<File>

/** Loads the code with the first picture. */
const reduceHere: Reduce = async (file) => {
  const [{ reducePicture }, { decodePicture }] = await Promise.all([
    import('./reduce-picture'),
    import('./decode-picture'),
  ])
  return reducePicture(file, decodePicture)
}

/** A reduced picture, as long as the page has the original. */
interface Reduced {
  original: File
  /** The reduced size, in bytes. */
  size: number
}

/** Maximum number of concurrent uploads; the others wait, so that many files do not starve a large one. */
const AT_ONCE = 2

/** The uploads of each draft. They continue after the form is unmounted, and end with the page. */
export class Uploads {
  private readonly byDraft = new Map<string, readonly Started[]>()
  private readonly listeners = createListeners()
  private running = 0
  private next = 1

  private readonly reducedOf = new Map<number, Reduced>()

  constructor(
    private readonly send: Call = call,
    private readonly reduce: Reduce = reduceHere,
  ) {}

  /** Returns the reduction of an attached file; undefined if it was not reduced. */
  reduced(attachmentId: number): Reduced | undefined {
    return this.reducedOf.get(attachmentId)
  }

  read(place: string): readonly Upload[] {
    return this.byDraft.get(place) ?? NONE
  }

  readonly subscribe = this.listeners.subscribe

  /** Uploads files in their order. `taken` are the names of the draft's other files. */
  start(
    place: string,
    files: readonly File[],
    onDone: OnDone,
    taken: readonly string[] = [],
    isOriginal = false,
  ): readonly Upload[] {
    const before = this.byDraft.get(place) ?? []
    const names = [...taken, ...before.map(({ name }) => name)]
    const now = systemClock.now().getTime()
    const started = files.map((file, index): Started => {
      const name = nameFor(file.name, names)
      names.push(name)
      const isTooLarge = file.size > ATTACHMENT_MAX_BYTES && (isOriginal || !isReducible(file))
      const failure = isTooLarge ? { text: null, isTooLarge } : null
      return {
        key: this.next++,
        idempotencyKey: randomUuid(),
        file,
        name,
        at: now + index,
        progress: 0,
        failure,
        abort: new AbortController(),
        onDone,
        isOriginal,
        sent: null,
      }
    })
    this.set(place, [...before, ...started])
    for (const one of started) if (!one.failure) this.waiting.push([place, one.key])
    this.runNext()
    return started
  }

  /** Cancels an upload, or removes one that failed. */
  cancel(place: string, key: number): void {
    this.find(place, key)?.abort.abort()
    this.set(
      place,
      (this.byDraft.get(place) ?? []).filter((one) => one.key !== key),
    )
  }

  retry(place: string, key: number): void {
    this.change(place, key, { failure: null, progress: 0, abort: new AbortController() })
    this.waiting.push([place, key])
    this.runNext()
  }

  private readonly waiting: [place: string, key: number][] = []

  private runNext(): void {
    while (this.running < AT_ONCE) {
      const next = this.waiting.shift()
      if (!next) return
      const one = this.find(...next)
      if (!one) continue
      this.running += 1
      void this.run(next[0], one).finally(() => {
        this.running -= 1
        this.runNext()
      })
    }
  }

  private async run(place: string, started: Started): Promise<void> {
    const { key, idempotencyKey, abort, onDone } = started
    try {
      const isAsChosen = started.isOriginal || !isReducible(started.file)
      const file = isAsChosen ? started.file : await this.reducedFor(place, started)
      if (!file) return
      const { attachment, isFirstFrameOnly } = await this.send('createAttachment', {
        file,
        idempotencyKey,
        signal: abort.signal,
        onProgress: (progress) => {
          this.change(place, key, { progress })
        },
      })
      if (!this.find(place, key)) return
      this.cancel(place, key)
      if (file !== started.file)
        this.reducedOf.set(attachment.id, { original: started.file, size: file.size })
      onDone(attachment, started)
      if (isFirstFrameOnly) toast.info(composerText('firstFrameOnly', { name: attachment.originalName }))
    } catch (error) {
      if (abort.signal.aborted) return
      if (error instanceof Error && error.name === 'UnreadablePicture') {
        this.change(place, key, { failure: { text: composerText('unreadable'), isTooLarge: false } })
        return
      }
      const text = error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : null
      this.change(place, key, { failure: { text, isTooLarge: false } })
    }
  }

  /** Returns the reduced picture to send; null if it was cancelled meanwhile, or is still too large. */
  private async reducedFor(place: string, { key, file, sent }: Started): Promise<File | null> {
    const smaller = sent ?? (await this.reduce(file))
    if (!this.find(place, key)) return null
    const isTooLarge = smaller.size > ATTACHMENT_MAX_BYTES
    this.change(place, key, { sent: smaller, ...(isTooLarge ? { failure: { text: null, isTooLarge } } : {}) })
    return isTooLarge ? null : smaller
  }

  private find(place: string, key: number): Started | undefined {
    return this.byDraft.get(place)?.find((one) => one.key === key)
  }

  private change(place: string, key: number, change: Partial<Started>): void {
    this.set(
      place,
      (this.byDraft.get(place) ?? []).map((one) => (one.key === key ? { ...one, ...change } : one)),
    )
  }

  private set(place: string, uploads: readonly Started[]): void {
    if (uploads.length === 0) this.byDraft.delete(place)
    else this.byDraft.set(place, uploads)
    this.listeners.notify()
  }
}

const NONE: readonly Upload[] = []

/** The page's uploads. */
export const uploads = new Uploads()

/** The uploads of a draft that are in progress or failed. */
export const useUploads = (place: string | undefined): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, () => (place === undefined ? NONE : uploads.read(place)))
