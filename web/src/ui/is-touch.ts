/** Whether a finger is the main pointer: there is no Ctrl key then. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
