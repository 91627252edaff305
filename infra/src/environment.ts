/** The environment of this process; nothing else reads it (docs/decisions/0001). */
export const environment: Readonly<Record<string, string | undefined>> = process.env
