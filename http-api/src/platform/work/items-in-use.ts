/**
 * The items in use at the moment, as a `Set` that leaves nothing behind. V8 replaces the table of a `Set` whose items
 * come and go, and the replaced table refers to the next one. Once it is old, it keeps all tables after it alive, and
 * what they contained, until the next full collection (docs/decisions/0039-ended-cursors-are-released.md). Finding an
 * item takes longer the more of them there are, so it suits tens of items, not thousands.
 */
export class ItemsInUse<Item> implements Iterable<Item> {
  private readonly items: Item[] = []

  add(item: Item): this {
    if (!this.items.includes(item)) this.items.push(item)
    return this
  }

  /** Returns whether the item was in use. */
  delete(item: Item): boolean {
    const place = this.items.indexOf(item)
    if (place === -1) return false
    const last = this.items.pop() as Item
    if (place < this.items.length) this.items[place] = last
    return true
  }

  clear(): void {
    this.items.length = 0
  }

  /** Iterates over those in use now, whatever is deleted meanwhile. */
  [Symbol.iterator](): Iterator<Item> {
    return [...this.items].values()
  }
}
