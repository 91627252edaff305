import mongoose from 'mongoose'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { presentError } from '../http/errors'

const { mongo } = mongoose
const fullDisk = () => new mongo.MongoServerError({ message: 'too little space', code: 14_031 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('logs each outage once a minute and without a stack, whatever it fails', () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
  const present = (error: unknown) => presentError(error, { language: 'zh', requestId: 'r', log })
  const logged = () => lines.splice(0).map((line) => JSON.parse(line) as object)
  for (let i = 0; i < 3; i++) expect(present(fullDisk()).status).toBe(503)
  const line = {
    level: 50,
    requestId: 'r',
    code: 14_031,
    reason: 'too little space',
    msg: 'the disk is full',
  }
  expect(logged()).toEqual([line])

  present(new mongo.MongoNetworkError('closed'))
  expect(logged()).toEqual([
    expect.objectContaining({ reason: 'closed', msg: 'the database is unavailable' }),
  ])
  vi.advanceTimersByTime(59_999)
  present(fullDisk())
  expect(logged()).toEqual([])
  vi.advanceTimersByTime(1)
  present(fullDisk())
  expect(logged()).toEqual([line])
})

it('logs every failure of the forum itself with its stack', () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
  for (let i = 0; i < 2; i++) {
    presentError(new Error('a mistake'), { language: 'zh', requestId: 'r', log })
  }
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('failures.test.ts')
})
