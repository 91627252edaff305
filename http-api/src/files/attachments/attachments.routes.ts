import { ForumError } from '@forum/shared/errors'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { AttachmentService } from './attachments.service'

export const attachmentRoutes = (service: AttachmentService) =>
  ({
    createAttachment: async (call) => {
      const viewer = signedIn(call)
      if (!call.file)
        throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'file', code: 'required' }] })
      return service.upload(viewer, call.file, call.idempotencyKey)
    },
  }) satisfies Partial<Handlers>
