import { refusedField } from '@forum/shared/errors'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { AttachmentService } from './attachments.service'

export const attachmentRoutes = (service: AttachmentService) =>
  ({
    createAttachment: async (call) => {
      const viewer = signedIn(call)
      if (!call.file) throw refusedField('file', 'required')
      return service.upload(viewer, call.file, call.idempotencyKey)
    },
  }) satisfies Partial<Handlers>
