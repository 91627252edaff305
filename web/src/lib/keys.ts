/** The properties that key events of the browser and of React share. */
export interface KeyEvent {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean }
}

/** The code of a key that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229

/**
 * Returns whether a key belongs to an input method: it chooses or confirms the text being composed. Safari ends the
 * composition before the key that confirms it, and marks it only by its code.
 */
export function isComposing({ isComposing: composes, keyCode, nativeEvent }: KeyEvent): boolean {
  return composes === true || nativeEvent?.isComposing === true || keyCode === HANDLED_BY_INPUT_METHOD
}

/** Returns the key that was pressed; `Process`, as browsers call it, for one of an input method. */
export function keyOf(event: KeyEvent): string {
  return isComposing(event) ? 'Process' : event.key
}

/** Returns whether Enter confirms a composition of an input method, and so must not also submit the form. */
export function confirmsComposition(event: KeyEvent): boolean {
  return event.key === 'Enter' && isComposing(event)
}
