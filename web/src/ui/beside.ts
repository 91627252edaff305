/** The id of the element at the top of the sidebar in which a screen can render what belongs beside its content. */
export const BESIDE = 'beside'
