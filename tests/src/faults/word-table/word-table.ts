import type { ThreadEvent, ThreadEventConsumer } from '@forum/http-api'
import type { Connection } from 'mongoose'

interface WordDoc {
  _id: string
  /** The number of posts that contain the word. */
  posts: number
  /** The counted events, so that a repeated event changes nothing. */
  events: string[]
}

const DUPLICATE_KEY = 11_000

/** Returns the distinct words of a text. */
export const wordsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

export const wordTable = (connection: Connection) => connection.collection<WordDoc>('testWords')

/**
 * An example of a feature that reacts to the log: which words the posts of the forum contain, and in how many posts
 * each occurs.
 */
export class WordTable implements ThreadEventConsumer {
  readonly name = 'words'
  readonly kinds = ['thread.created', 'post.created'] as const
  private readonly words: ReturnType<typeof wordTable>

  constructor(
    connection: Connection,
    /** Called after every write; the process may be killed there. */
    private readonly onWrite: () => Promise<void>,
  ) {
    this.words = wordTable(connection)
  }

  async handle(events: readonly ThreadEvent[]): Promise<void> {
    for (const event of events) {
      for (const word of wordsOf(event.post?.content ?? '')) {
        await this.count(word, event._id)
        await this.onWrite()
      }
    }
  }

  private async count(word: string, eventId: string): Promise<void> {
    try {
      await this.words.updateOne(
        { _id: word, events: { $ne: eventId } },
        { $push: { events: eventId }, $inc: { posts: 1 } },
        { upsert: true },
      )
    } catch (error) {
      // The word already contains the event: the upsert found nothing to change.
      if ((error as { code?: number }).code !== DUPLICATE_KEY) throw error
    }
  }
}
