import { withSlices } from '../state/area'

/** Loads a module of moderation together with its slices. */
export const forModerators = <Part>(part: Promise<Part>): Promise<Part> =>
  withSlices(
    part,
    import('./slices').then(({ moderationSlices }) => moderationSlices),
  )
