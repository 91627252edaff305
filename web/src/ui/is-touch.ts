/** Returns whether touch is the main input: there is no Ctrl key then. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
