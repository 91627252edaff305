export const script = {
  label: '简体和繁體',
  original: '按原文',
  simplified: '简体',
  traditional: '繁體',
} as const
