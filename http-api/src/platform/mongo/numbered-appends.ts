import type { Collection } from './model'
import { DURABLE, violatedKey } from './database'
import { GroupedWork } from '../work/grouped-work'

/** A document of a collection that is ordered by consecutive numbers. */
export interface Numbered {
  /** The place of the document: a reader of number n can read all before it. */
  _id: number
  /** Identifies what the document records, so that a repeat adds nothing. Unique. */
  key: string
  at: Date
}

/** Every round of appends by concurrent processes lets one of them through. */
const MAX_TRIES = 50

/**
 * Appends documents to a collection under consecutive numbers, without gaps. Of concurrent appends, one takes the next
 * number and the others try again.
 */
export class NumberedAppends<Doc extends Numbered> {
  /** Appends of this process that arrive together share an insertion: they would only compete. */
  private readonly appends = new GroupedWork<Omit<Doc, '_id'>, Doc>((drafts) => this.appendAll(drafts))
  private lastNumber: number | null = null

  /** As far as appending goes, the documents are alike. */
  private readonly collection: Collection<Numbered>

  constructor(collection: Collection<Doc>) {
    this.collection = collection as unknown as Collection<Numbered>
  }

  /** Returns the documents as they are stored, in the order given; what is already stored keeps its number. */
  append(drafts: readonly Omit<Doc, '_id'>[]): Promise<Doc[]> {
    return this.appends.run(drafts)
  }

  private async appendAll(drafts: readonly Omit<Doc, '_id'>[]): Promise<Doc[]> {
    const stored = new Map<string, Doc>()
    let open = uniqueByKey(drafts)
    for (let tries = 0; open.length > 0; tries++) {
      if (tries === MAX_TRIES) throw new Error(`${this.collection.collectionName} is too busy to append to`)
      const first = (this.lastNumber ?? (await this.readLastNumber())) + 1
      const documents = open.map((draft, i) => ({ ...draft, _id: first + i }) as Doc)
      try {
        await this.collection.insertMany(documents, { ordered: true, writeConcern: DURABLE })
        this.lastNumber = first + documents.length - 1
        for (const document of documents) stored.set(document.key, document)
      } catch (error) {
        this.lastNumber = null
        // Either another process took the number, or something was stored before.
        if (!violatedKey(error)) throw error
        for (const document of await this.find(open.map(({ key }) => key))) {
          stored.set(document.key, document)
        }
      }
      open = open.filter(({ key }) => !stored.has(key))
    }
    return drafts.flatMap(({ key }) => stored.get(key) ?? [])
  }

  private async find(keys: readonly string[]): Promise<Doc[]> {
    const found = await this.collection.find({ key: { $in: [...keys] } }).toArray()
    return found as unknown as Doc[]
  }

  private async readLastNumber(): Promise<number> {
    const [newest] = await this.collection
      .find({}, { projection: { _id: 1 }, sort: { _id: -1 }, limit: 1 })
      .toArray()
    return newest?._id ?? 0
  }

  /** Removes what is older, except the newest document, from which numbering continues. */
  async removeBefore(at: Date): Promise<void> {
    const newest = await this.readLastNumber()
    await this.collection.deleteMany({ at: { $lt: at }, _id: { $lt: newest } })
  }
}

const uniqueByKey = <Draft extends { key: string }>(drafts: readonly Draft[]): Draft[] => [
  ...new Map(drafts.map((draft) => [draft.key, draft])).values(),
]
