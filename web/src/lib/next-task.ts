/** Resolves in a new task, after whatever the browser has to do before it: input, or drawing a frame. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
