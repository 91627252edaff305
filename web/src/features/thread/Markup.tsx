/** Shows a post's source as its tree, never as HTML from a person (contract §6). */
export function Markup({ source }: { source: string }) {
  return <>{source}</>
}
