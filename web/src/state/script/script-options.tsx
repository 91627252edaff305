import { SCRIPTS } from './script'
import { scriptText } from './script.texts'

// The name of a script is written in that script.
export const scriptOptions = () =>
  SCRIPTS.map((value) => ({ value, label: <span translate="no">{scriptText(value)}</span> }))
