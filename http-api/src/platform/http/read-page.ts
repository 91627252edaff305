import { LIST_ROWS_MAX } from '@forum/shared/limits'

/**
 * Reads a page of a list by skipping the rows before it. A page beyond the rows that a list serves (docs/limits.md,
 * "Lists") is empty: the database would walk over all rows to find that out.
 */
export function readPage<Row>(
  { page, limit }: { page: number; limit: number },
  read: (rows: { skip: number; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const skip = (page - 1) * limit
  return skip < LIST_ROWS_MAX ? read({ skip, limit }) : Promise.resolve([])
}
