/**
 * A function that an area calls and a higher area provides while the areas are composed: the only way for a call to go
 * up. A call before that is a fault of the composition.
 */
export class Provided<Args extends unknown[], Result> {
  private provided: ((...args: Args) => Result) | null = null

  /** @param name what the function does, for the error of a composition that lacks it */
  constructor(private readonly name: string) {}

  by(provided: (...args: Args) => Result): void {
    if (this.provided) throw new Error(`two areas provide: ${this.name}`)
    this.provided = provided
  }

  readonly call = (...args: Args): Result => {
    if (!this.provided) throw new Error(`no area provides: ${this.name}`)
    return this.provided(...args)
  }
}
