import { type TableOf } from '../lib/i18n'
import { type lightboxText } from './lightbox.texts'

export const lightbox: TableOf<typeof lightboxText> = {
  openOriginal: 'Open the original',
  viewer: 'Picture viewer',
  imageOf: '{{n}} / {{total}}',
  previousImage: 'Previous picture',
  nextImage: 'Next picture',
  openImage: 'Image',
}
