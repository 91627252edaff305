import { type Attachment } from '@forum/shared/contract'
import { ATTACHMENT_MAX_BYTES } from '@forum/shared/limits'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { toasts } from '../../ui/toasts'
import { UnreadablePicture } from './reduce-picture'
import { Uploads } from './uploads'

const PLACE = 'draft:7:reply:1'
const photo = (name: string, size = 3) => {
  const file = new File(['abc'], name)
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const attachment = { id: 5, originalName: 'a.png' } as Attachment

interface Sent {
  name: string
  idempotencyKey: string
  accept: (isFirstFrameOnly?: boolean) => void
  refuse: (error: unknown) => void
  progress: (share: number) => void
}

function start(reduce = (file: File) => Promise.resolve(file)) {
  const sent: Sent[] = []
  const send = vi.fn(
    (
      _name: string,
      {
        file,
        idempotencyKey,
        onProgress,
        signal,
      }: {
        file: File
        idempotencyKey: string
        onProgress: (share: number) => void
        signal: AbortSignal
      },
    ) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new DOMException('aborted', 'AbortError'))
        })
        sent.push({
          name: file.name,
          idempotencyKey,
          accept: (isFirstFrameOnly = false) => {
            resolve({ attachment, isFirstFrameOnly })
          },
          refuse: reject,
          progress: onProgress,
        })
      }),
  )
  const done = vi.fn()
  const uploads = new Uploads(send as never, reduce)
  return { uploads, sent, done, shown: () => uploads.read(PLACE) }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('uploads of a draft', () => {
  it('reports the progress of an upload and attaches the result', async () => {
    const { uploads, sent, done, shown } = start()
    uploads.start(PLACE, [photo('a.png')], done)
    sent[0]?.progress(0.4)
    expect(shown()).toMatchObject([{ progress: 0.4, failure: null }])
    sent[0]?.accept()
    await settled()
    expect(done).toHaveBeenCalledWith(attachment, expect.objectContaining({ name: 'a.png' }))
    expect(shown()).toEqual([])
  })

  it('runs two uploads at once', async () => {
    const { uploads, sent, done } = start()
    uploads.start(PLACE, [photo('1'), photo('2'), photo('3')], done)
    expect(sent.map(({ name }) => name)).toEqual(['1', '2'])
    sent[0]?.accept()
    await settled()
    expect(sent.map(({ name }) => name)).toEqual(['1', '2', '3'])
  })

  it('never attaches a cancelled upload', async () => {
    const { uploads, done, shown } = start()
    uploads.start(PLACE, [photo('a.png')], done)
    uploads.cancel(PLACE, shown()[0]?.key ?? 0)
    await settled()
    expect(shown()).toEqual([])
    expect(done).not.toHaveBeenCalled()
  })

  it('says why an upload failed, and can retry it', async () => {
    const { uploads, sent, done, shown } = start()
    uploads.start(PLACE, [photo('a.png')], done)
    sent[0]?.refuse(new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的内容类型'))
    await settled()
    expect(shown()[0]?.failure).toEqual({ text: '不支持的内容类型', isTooLarge: false })
    uploads.retry(PLACE, shown()[0]?.key ?? 0)
    // A file that arrived the first time is not stored again.
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    sent[1]?.accept()
    await settled()
    expect(done).toHaveBeenCalledOnce()
  })

  it('says when only the first frame of an animation was kept', async () => {
    const { uploads, sent, done } = start()
    uploads.start(PLACE, [photo('a.png')], done)
    sent[0]?.accept(true)
    await settled()
    expect(toasts.shown()[0]?.text).toContain('a.png')
  })

  it('does not upload a file that is too large', () => {
    const { uploads, sent, done, shown } = start()
    uploads.start(PLACE, [photo('film.gif', ATTACHMENT_MAX_BYTES + 1)], done)
    expect(sent).toEqual([])
    expect(shown()[0]?.failure?.isTooLarge).toBe(true)
  })

  it('reduces a picture before it is sent, and keeps the original for as long as the page is open', async () => {
    const smaller = new File(['a'], 'a.jpg', { type: 'image/jpeg' })
    const reduce = vi.fn(() => Promise.resolve(smaller))
    const { uploads, sent, done } = start(reduce)
    const chosen = new File(['abc'], 'a.png', { type: 'image/png' })
    Object.defineProperty(chosen, 'size', { value: ATTACHMENT_MAX_BYTES + 1 })
    uploads.start(PLACE, [chosen], done)
    await settled()
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg'])
    sent[0]?.refuse(new ApiError(503, 'UNAVAILABLE', ''))
    await settled()
    uploads.retry(PLACE, uploads.read(PLACE)[0]?.key ?? 0)
    await settled()
    expect(reduce).toHaveBeenCalledOnce()
    sent[1]?.accept()
    await settled()
    expect(uploads.reduced(attachment.id)).toEqual({ original: chosen, size: 1 })
    // The original is refused as it would have been.
    uploads.start(PLACE, [chosen], done, [], true)
    expect(uploads.read(PLACE)[0]?.failure?.isTooLarge).toBe(true)
  })

  it('says that a picture cannot be read before anything is sent', async () => {
    const { uploads, sent, done, shown } = start(() => Promise.reject(new UnreadablePicture()))
    uploads.start(PLACE, [new File(['abc'], 'IMG_1.HEIC')], done)
    await settled()
    expect(sent).toEqual([])
    expect(shown()[0]?.failure?.text).toContain('HEIC')
  })
})
