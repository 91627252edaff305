export const hot = {
  title: '热门话题',
  empty: '最近 4 天没有热门话题',
  error: '无法加载热门话题，请稍后再试',
} as const
