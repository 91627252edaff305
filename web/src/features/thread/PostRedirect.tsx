/** `/posts/:id`: goes to the page on which the post stands. */
export function PostRedirect() {
  return null
}
