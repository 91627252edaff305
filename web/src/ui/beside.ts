/** The id of the element at the top of the sidebar in which a screen can render a panel beside its content. */
export const BESIDE = 'beside'
