import type { ThreadEventDoc, ThreadEventKind } from './thread-events.model'

/**
 * A feature that reacts to the log. It gets every event of its kinds at least once, those of one thread in
 * order, and recognises a repeat by the event's id.
 */
export interface LogConsumer {
  name: string
  kinds: readonly ThreadEventKind[] | 'all'
  /** Rejects where the events have to be delivered again. */
  handle(events: readonly ThreadEventDoc[]): Promise<void>
}

/** Hands events to a consumer, those of its kinds only. */
export async function deliver(consumer: LogConsumer, events: readonly ThreadEventDoc[]): Promise<void> {
  const { kinds } = consumer
  const wanted = kinds === 'all' ? events : events.filter(({ kind }) => kinds.includes(kind))
  if (wanted.length > 0) await consumer.handle(wanted)
}
