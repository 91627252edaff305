import type { mongo } from 'mongoose'
import { thumbnailName, type AttachmentDoc, type FileStore } from '../../files'
import type { Collection } from '../../platform/mongo/model'
import { PATIENTLY } from './event-texts'

/** Deletes files for ever, with the smaller pictures beside them. */
export async function removeFiles(
  { db, store }: { db: { attachments: Collection<AttachmentDoc> }; store: FileStore },
  files: mongo.Filter<AttachmentDoc>,
): Promise<void> {
  for await (const { _id, filename, thumbnails } of db.attachments.find(files, PATIENTLY)) {
    for (const size of thumbnails) await store.delete(thumbnailName(filename, size))
    await store.delete(filename)
    await db.attachments.deleteOne({ _id })
  }
}
