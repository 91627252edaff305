import type { UploadRules } from '@forum/shared/uploads'
import type { LogArea, ThreadLogCollections } from '../log'
import { dataFrom } from '../platform/personal-data'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Ground } from '../platform/ground'
import { Provided } from '../platform/work/provided'
import type { WordsArea } from '../words'
import { AttachmentFiles, type MaySeeHeld, type MaySeeReported } from './attachments/attachment-files.queries'
import { ATTACHMENT_SWEEP_INTERVAL_MS, AttachmentSweep } from './attachments/attachment-sweep.service'
import { attachmentFields, type AttachmentDoc } from './attachments/attachments.model'
import { attachmentRoutes } from './attachments/attachments.routes'
import { AttachmentService } from './attachments/attachments.service'
import type { MessageReaders } from './attachments/claims-in-use.queries'
import { AvatarFiles } from './avatar-files'
import type { FileStore } from './file-store'
import { fileRoutes } from './files.routes'
import { LogoFiles } from './logo-files'

interface FilesNeeds {
  log: Pick<LogArea, 'threadCache'>
  words: WordsArea
  /** The store for uploaded files. */
  store: FileStore
}

/** Uploaded files: avatars, attachments of posts and messages, the logo of the site. */
export function createFiles(ground: Ground<FilesDb>, { log, words, store }: FilesNeeds) {
  const { db, ids, idempotency, clock } = ground
  const avatars = new AvatarFiles(store)
  const logos = new LogoFiles(store)
  // Settings stand above files, whose pictures the identity of the site uses.
  const uploadRules = new Provided<[], UploadRules>('rules of uploads')
  // The gate for held texts depends on files, so it provides its check later.
  const maySeeHeld = new Provided<Parameters<MaySeeHeld>, ReturnType<MaySeeHeld>>('who sees held files')
  // Messages and their cases stand above files, too.
  const messageReaders = new Provided<Parameters<MessageReaders>, ReturnType<MessageReaders>>(
    'who reads messages',
  )
  const maySeeReported = new Provided<Parameters<MaySeeReported>, ReturnType<MaySeeReported>>(
    'who sees reported messages',
  )
  const attachments = new AttachmentService({
    db,
    messageReaders: messageReaders.call,
    store,
    words: words.words,
    ids,
    idempotency,
    clock,
    uploadRules: uploadRules.call,
  })
  const sweep = new AttachmentSweep({ db, messageReaders: messageReaders.call, store, clock })
  const readers = {
    maySeeHeld: maySeeHeld.call,
    messageReaders: messageReaders.call,
    maySeeReported: maySeeReported.call,
  }
  return {
    services: {
      ...{ store, uploadRules, maySeeHeld, messageReaders, maySeeReported, avatars, logos, attachments },
      sweepAttachments: () => sweep.once(),
    },
    routes: {
      ...attachmentRoutes(attachments),
      ...fileRoutes(store, [avatars, logos, new AttachmentFiles(db, log.threadCache, readers)]),
    },
    recurring: [{ what: 'attachments', everyMs: ATTACHMENT_SWEEP_INTERVAL_MS, run: () => sweep.once() }],
    personal: [
      dataFrom('attachments', db.attachments, {
        fields: attachmentFields,
        of: (userId) => ({ ownerId: userId }),
      }),
    ],
  }
}
export type FilesArea = ReturnType<typeof createFiles>['services']
type FilesDb = ThreadLogCollections & PlatformCollections & { attachments: Collection<AttachmentDoc> }
