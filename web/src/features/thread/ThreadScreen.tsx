/** `/threads/:id` and `/threads/:id/page/:page`. */
export function ThreadScreen() {
  return null
}
