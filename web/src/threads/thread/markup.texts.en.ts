import { type TableOf } from '../../lib/i18n'
import { type markupText } from './markup.texts'

export const markup: TableOf<typeof markupText> = {
  spoiler: 'Spoiler. Click to show.',
  hideSpoiler: 'Hide spoiler',
  earlierQuotes: 'Earlier quotes. Click to show.',
  postNumber: 'post {{n}}',
  quoteDeleted: 'The original post has been deleted',
  imageBroken: 'This image cannot be displayed',
  openOriginal: 'Open the original',
  longImage: 'Long',
  enlarge: 'Enlarge picture',
  enlargeLong: 'Enlarge picture (long)',
  copyCode: 'Copy code',
  copied: 'Copied',
  openImage: 'Image',
  playOn: '{{provider}} · click to play',
  play: 'Play video ({{provider}})',
  player: '{{provider}} player',
  watchOn: 'Watch on {{provider}}',
  providers: {
    youtube: 'YouTube',
    vimeo: 'Vimeo',
    bilibili: 'Bilibili',
  },
  showImage: 'Show the picture ({{host}})',
}
