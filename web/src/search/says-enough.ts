/**
 * Returns whether a text is long enough to find boards and titles: one Chinese character is enough, Latin text needs
 * two.
 */
export const saysEnough = (query: string): boolean =>
  Array.from(query).length > 1 || /[^\p{Script=Latin}\p{N}\p{P}]/u.test(query)
