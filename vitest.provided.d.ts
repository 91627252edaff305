import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `mongodb://127.0.0.1:PORT`, without a database's name. */
    mongodb: string
    /** How many times as many seeds as in `npm test` long schedules run with. */
    seeds: number
  }
}
