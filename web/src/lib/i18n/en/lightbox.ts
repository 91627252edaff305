import { type lightbox as zh } from '../zh/lightbox'
import { type TableOf } from '../table'

export const lightbox: TableOf<typeof zh> = {
  openOriginal: 'Open the original',
  viewer: 'Picture viewer',
  imageOf: '{{n}} / {{total}}',
  previousImage: 'Previous picture',
  nextImage: 'Next picture',
  openImage: 'Image',
}
