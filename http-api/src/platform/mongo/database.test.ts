import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from './database'
import { asForumError } from '../http/errors'

const { mongo } = mongoose
const server = (code: number, labels: string[] = []) =>
  new mongo.MongoServerError({ message: 'refused', code, errorLabels: labels })
/** Mimics the driver's error classes, which define their name with a getter. */
class WaitQueueTimeout extends mongo.MongoDriverError {
  override get name() {
    return 'MongoWaitQueueTimeoutError'
  }
}
const unreached = (code: number) =>
  new mongo.MongoWriteConcernError({
    ok: 1,
    writeConcernError: { code, errmsg: 'no majority' },
  })

describe('an error of the driver', () => {
  it.each([
    ['a lost connection', new mongo.MongoNetworkError('closed')],
    ['a frozen connection', new mongo.MongoNetworkTimeoutError('timed out')],
    ['a server that is not found', new mongo.MongoServerSelectionError('none', {} as never)],
    ['a closed topology', new mongo.MongoTopologyClosedError()],
    [
      'a closed pool',
      Object.defineProperty(new mongo.MongoDriverError('pool'), 'name', { value: 'MongoPoolClosedError' }),
    ],
    ['a full pool', new WaitQueueTimeout('no connection is free')],
    ...[50, 64, 91, 100, 189, 262, 10058, 10107, 11600, 11602, 13435, 13436].map(
      (code) => [`code ${code}`, server(code)] as const,
    ),
    ['a socket that ended before the write', Object.assign(new Error('ended'), { code: 'EPIPE' })],
    ['a socket that was reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['a retryable write', server(1, ['RetryableWriteError'])],
    ['a write concern that timed out', unreached(64)],
    ['a write concern during shutdown', unreached(91)],
  ] as const)('means that the database is away: %s', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(asForumError(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
  })

  it.each([
    ['a broken unique index', server(11_000)],
    ['a bad value', server(2)],
    ['a message that names a primary', new Error('not primary')],
    ['an invalid argument', new mongo.MongoInvalidArgumentError('not primary')],
    ['no error at all', 'MongoNetworkError'],
  ] as const)('recognises a failure of the server itself: %s', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
    expect(asForumError(error).code).toBe('INTERNAL')
  })
})
