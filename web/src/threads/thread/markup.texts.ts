import { defineTexts } from '../../lib/i18n'

export const markupText = defineTexts('markup', {
  spoiler: ['剧透内容，点击显示', 'Spoiler. Click to show.'],
  hideSpoiler: ['收起剧透内容', 'Hide spoiler'],
  earlierQuotes: ['更早的引用，点击展开', 'Earlier quotes. Click to show.'],
  postNumber: ['{{n}} 楼', 'post {{n}}'],
  quoteDeleted: ['原帖已删除', 'The original post has been deleted'],
  imageBroken: ['图片无法显示', 'This image cannot be displayed'],
  openOriginal: ['打开原图', 'Open the original'],
  longImage: ['长图', 'Long'],
  enlarge: ['放大图片', 'Enlarge picture'],
  enlargeLong: ['放大图片（长图）', 'Enlarge picture (long)'],
  copyCode: ['复制代码', 'Copy code'],
  copied: ['已复制', 'Copied'],
  openImage: ['图片', 'Image'],
  playOn: ['{{provider}} · 点击播放', '{{provider}} · click to play'],
  play: ['播放视频（{{provider}}）', 'Play video ({{provider}})'],
  player: ['{{provider}} 播放器', '{{provider}} player'],
  watchOn: ['在 {{provider}} 上观看', 'Watch on {{provider}}'],
  providers: {
    youtube: ['YouTube', 'YouTube'],
    vimeo: ['Vimeo', 'Vimeo'],
    bilibili: ['哔哩哔哩', 'Bilibili'],
  },
  showImage: ['显示图片（{{host}}）', 'Show the picture ({{host}})'],
})
