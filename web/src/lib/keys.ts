/** What a key event of the browser or of React has in common. */
export interface KeyEvent {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean }
}

/** The code of a key that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229

/**
 * Whether a key belongs to an input method: it chooses or confirms what is being composed. Safari ends the composition
 * before the key that confirms it, and says so only by its code.
 */
export function isComposing({ isComposing: composes, keyCode, nativeEvent }: KeyEvent): boolean {
  return composes === true || nativeEvent?.isComposing === true || keyCode === HANDLED_BY_INPUT_METHOD
}

/** Returns the key that was pressed; `Process`, as browsers call it, for one of an input method. */
export function keyOf(event: KeyEvent): string {
  return isComposing(event) ? 'Process' : event.key
}

/** Whether Enter confirms what an input method has composed, and must not also submit the form. */
export function confirmsComposition(event: KeyEvent): boolean {
  return event.key === 'Enter' && isComposing(event)
}
