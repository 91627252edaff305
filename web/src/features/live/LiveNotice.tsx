/** Says honestly how the connection is (product research C4). */
export function LiveNotice() {
  return null
}
