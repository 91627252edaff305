import { defineTexts } from '../../lib/i18n'

export const markupText = defineTexts('markup', {
  spoiler: '剧透内容，点击显示',
  hideSpoiler: '收起剧透内容',
  earlierQuotes: '更早的引用，点击展开',
  postNumber: '{{n}} 楼',
  quoteDeleted: '原帖已删除',
  imageBroken: '图片无法显示',
  openOriginal: '打开原图',
  longImage: '长图',
  enlarge: '放大图片',
  enlargeLong: '放大图片（长图）',
  copyCode: '复制代码',
  copied: '已复制',
  openImage: '图片',
  playOn: '{{provider}} · 点击播放',
  play: '播放视频（{{provider}}）',
  player: '{{provider}} 播放器',
  watchOn: '在 {{provider}} 上观看',
  providers: {
    youtube: 'YouTube',
    vimeo: 'Vimeo',
    bilibili: '哔哩哔哩',
  },
  showImage: '显示图片（{{host}}）',
})
