import { uploadUrl } from '../names'
import type { Attachment } from '@forum/shared/contract'
import type { PostAttachment } from '../../log'

export const presentAttachment = ({ id, filename, ...shown }: PostAttachment): Attachment => ({
  id,
  filename,
  originalName: shown.originalName,
  fileSize: shown.fileSize,
  mimeType: shown.mimeType,
  width: shown.width,
  height: shown.height,
  url: uploadUrl(filename),
})
