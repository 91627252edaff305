/** Whether boards and titles can be found by a text: one character of Chinese is enough, of Latin letters it takes two. */
export const saysEnough = (query: string): boolean =>
  Array.from(query).length > 1 || /[^\p{Script=Latin}\p{N}\p{P}]/u.test(query)
