declare module 'opencc-js/from/*' {
  import { type DictGroup } from 'opencc-js/core'
  const groups: readonly DictGroup[]
  export default groups
}
declare module 'opencc-js/to/*' {
  import { type DictGroup } from 'opencc-js/core'
  const groups: readonly DictGroup[]
  export default groups
}
declare module 'opencc-js/dict/*' {
  const entries: string
  export default entries
}
