import { defineTexts } from '../lib/i18n'

export const lightboxText = defineTexts('lightbox', {
  openOriginal: '打开原图',
  viewer: '查看图片',
  imageOf: '{{n}} / {{total}}',
  previousImage: '上一张',
  nextImage: '下一张',
  openImage: '图片',
})
