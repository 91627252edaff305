import type { Audience, Fields } from './model'

/** The names of the fields with one of these audiences. */
export type NamesFor<F extends Fields, Seen extends Audience> = {
  [Name in keyof F]: F[Name] extends { readonly audience: Seen } ? Name : never
}[keyof F]
type NotSecret<F extends Fields> = Exclude<keyof F, NamesFor<F, 'secret'>>

/**
 * Returns the names of the fields that these audiences may see.
 *
 * @param besides private ones that the caller needs as well, none of them secret
 */
export const namesFor = <
  F extends Fields,
  const Seen extends 'own' | 'public',
  const Name extends NotSecret<F> = never,
>(
  fields: F,
  audiences: readonly Seen[],
  besides: readonly Name[] = [],
) =>
  Object.keys(fields).filter(
    (name) =>
      (audiences as readonly unknown[]).includes(fields[name]?.audience) ||
      (besides as readonly unknown[]).includes(name),
  ) as (NamesFor<F, Seen> | Name)[]

/** Returns the projection to these fields. */
export const projectionTo = (names: readonly PropertyKey[]): Record<string, 0 | 1> => ({
  _id: 0,
  ...Object.fromEntries(names.map((name) => [name, 1])),
})

/** Returns a copy of a document with these fields only. */
export function pick<Doc extends object, Name extends keyof Doc>(
  document: Doc,
  names: readonly Name[],
): Pick<Doc, Name> {
  const picked: Partial<Doc> = {}
  for (const name of names) if (name in document) picked[name] = document[name]
  return picked as Pick<Doc, Name>
}
