import { withSlices } from '../state/area'

/** Loads a part of moderation, with its state. */
export const forModerators = <Part>(part: Promise<Part>): Promise<Part> =>
  withSlices(
    part,
    import('./slices').then(({ moderationSlices }) => moderationSlices),
  )
