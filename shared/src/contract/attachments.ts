import * as z from 'zod/mini'
import { ATTACHMENT_MAX_BYTES } from '../limits'
import { endpoint } from './define'
import { attachment } from './entities'

export const attachmentEndpoints = {
  createAttachment: endpoint({
    summary: 'Uploads a picture, a PDF, a zip or a text, to be attached to a post that is created later',
    idempotent: true,
    method: 'POST',
    path: '/attachments',
    access: 'member',
    needsAgreement: true,
    limit: 'upload',
    upload: { field: 'file', maxBytes: ATTACHMENT_MAX_BYTES },
    status: 201,
    response: z.strictObject({
      attachment,
      /** True if the uploaded picture was animated, of which only the first frame is kept. */
      isFirstFrameOnly: z.boolean(),
    }),
    errors: ['MUTED', 'CONTENT_BLOCKED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  }),
}
