/** Reasons why the embedded database could not start. */
export type EmbeddedMongodbErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  | 'ENGINE_MISSING'
  | 'CACHE_FOLDER_UNUSABLE'
  | 'LIBRARIES_UNAVAILABLE'
  | 'DATA_FOLDER_IN_USE'
  | 'DATA_FOLDER_UNUSABLE'
  | 'DISK_FULL'
  | 'PORT_TAKEN'
  | 'ENGINE_FAILED'
  | 'STOPPED'

/** A failure with a code for programs and a message that tells a person what to do. */
export class EmbeddedMongodbError extends Error {
  override readonly name = 'EmbeddedMongodbError'

  constructor(
    readonly code: EmbeddedMongodbErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function stoppedError(): EmbeddedMongodbError {
  return new EmbeddedMongodbError('STOPPED', 'the start of the database was aborted')
}
