/** Groups events by their thread; those of each keep their order. */
export function byThread<Event extends { threadId: number }>(events: readonly Event[]): Map<number, Event[]> {
  const threads = new Map<number, Event[]>()
  for (const event of events) {
    const threadEvents = threads.get(event.threadId)
    if (threadEvents) threadEvents.push(event)
    else threads.set(event.threadId, [event])
  }
  return threads
}

/**
 * Handles the events of each thread, of all threads at the same time, so that their reads and writes are shared. Throws
 * the first failure once every thread has been tried.
 */
export async function forEachThread<Event extends { threadId: number }>(
  events: readonly Event[],
  handle: (threadEvents: Event[], threadId: number) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(
    [...byThread(events)].map(([threadId, threadEvents]) => handle(threadEvents, threadId)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
