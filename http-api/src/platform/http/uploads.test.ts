import { ForumError } from '@forum/shared/errors'
import { UPLOADING_MAX_BYTES, UPLOADING_PER_ACCOUNT_MAX_BYTES } from '../limits'
import { describe, expect, it } from 'vitest'
import { UploadMemory } from './uploads'

const upload = { field: 'file', maxBytes: 10 * 1024 * 1024 }
const announcing = (bytes: number) => ({ headers: { 'content-length': String(bytes) } })
const full = announcing(upload.maxBytes)

const codeOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof ForumError ? error.code : error
  }
}

/** Reserves as much as one account may; returns the rooms. */
const fill = (memory: UploadMemory, account: string) =>
  Array.from({ length: Math.floor(UPLOADING_PER_ACCOUNT_MAX_BYTES / upload.maxBytes) }, () =>
    memory.reserve(account, full, upload),
  )

/** Returns a memory that many accounts have filled together, and their rooms. */
function fullMemory() {
  const memory = new UploadMemory()
  const rooms = Array.from({ length: Math.floor(UPLOADING_MAX_BYTES / upload.maxBytes / 3) }, (_, i) =>
    fill(memory, `user:${i}`),
  )
  return { memory, rooms }
}

describe('the memory for uploads', () => {
  it('bounds the uploads of an account, and has room again when one is released', () => {
    const memory = new UploadMemory()
    const [reservation] = fill(memory, 'user:1')
    expect(codeOf(() => memory.reserve('user:1', full, upload))).toBe('TOO_MANY_REQUESTS')
    expect(codeOf(() => memory.reserve('user:2', full, upload))).toBeNull()
    reservation?.release()
    expect(codeOf(() => memory.reserve('user:1', full, upload))).toBeNull()
  })

  it('reserves as much as a request announces, and the maximum for one that announces nothing', () => {
    const memory = new UploadMemory()
    expect(memory.reserve('user:1', announcing(5), upload).bytes).toBe(5)
    expect(memory.reserve('user:1', { headers: {} }, upload).bytes).toBe(upload.maxBytes)
    expect(codeOf(() => memory.reserve('user:1', announcing(1e12), upload))).toBe('PAYLOAD_TOO_LARGE')
  })

  it('takes room from the oldest upload of the account that holds the most', () => {
    const { memory, rooms } = fullMemory()
    rooms[0]?.[0]?.release()
    expect(codeOf(() => memory.reserve('user:new', full, upload))).toBeNull()
    expect(codeOf(() => memory.reserve('user:new', full, upload))).toBeNull()
    expect(rooms.map((ofAccount) => ofAccount.map(({ signal }) => signal.aborted))).toEqual([
      [false, false, false],
      [true, false, false],
      [false, false, false],
      [false, false, false],
    ])
  })

  it('takes no room from an upload that has arrived, or from an account that holds no more', () => {
    const { memory, rooms } = fullMemory()
    for (const ofAccount of rooms) for (const room of ofAccount) room.keep()
    expect(codeOf(() => memory.reserve('user:new', full, upload))).toBe('UNAVAILABLE')
    expect(rooms.flat().some(({ signal }) => signal.aborted)).toBe(false)
    const shared = new UploadMemory()
    const one = Array.from({ length: Math.floor(UPLOADING_MAX_BYTES / upload.maxBytes) }, (_, i) =>
      shared.reserve(`user:${i}`, full, upload),
    )
    expect(codeOf(() => shared.reserve('user:new', full, upload))).toBe('UNAVAILABLE')
    expect(one.some(({ signal }) => signal.aborted)).toBe(false)
  })
})
