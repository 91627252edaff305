/** Resolves in a new task, so that the browser can handle input or draw a frame first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
