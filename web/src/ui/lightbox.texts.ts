import { defineTexts } from '../lib/i18n'

export const lightboxText = defineTexts('lightbox', {
  openOriginal: ['打开原图', 'Open the original'],
  viewer: ['查看图片', 'Picture viewer'],
  imageOf: ['{{n}} / {{total}}', '{{n}} / {{total}}'],
  previousImage: ['上一张', 'Previous picture'],
  nextImage: ['下一张', 'Next picture'],
  openImage: ['图片', 'Image'],
})
