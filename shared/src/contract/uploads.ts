import * as z from 'zod/mini'
import { THUMBNAIL_WIDTHS } from '../limits'
import { rawEndpoint } from './define'

export const uploadEndpoints = {
  getUpload: rawEndpoint({
    summary:
      'The bytes of an uploaded file; of a picture also smaller versions, where it is larger than these',
    method: 'GET',
    path: '/uploads/:filename',
    params: z.object({ filename: z.string() }),
    query: z.object({
      size: z.optional(
        z.enum(
          Object.keys(THUMBNAIL_WIDTHS) as [keyof typeof THUMBNAIL_WIDTHS, keyof typeof THUMBNAIL_WIDTHS],
          'invalid',
        ),
      ),
    }),
    isRanged: true,
    produces: [
      'image/jpeg',
      'image/png',
      'image/gif',
      'image/webp',
      'application/pdf',
      'application/zip',
      'text/plain',
      'application/octet-stream',
    ],
    errors: ['NOT_FOUND'],
  }),
}
