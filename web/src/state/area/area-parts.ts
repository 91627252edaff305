import { type ScreenPath } from '@forum/shared/screens'
import { type ComponentType, type ReactNode } from 'react'
import { forum, type Slice } from '../../store'

/** A screen, and the function that loads its data before it is opened. */
export interface LoadedScreen {
  Component: ComponentType
  prefetch?: (params: Record<string, string | undefined>, query: URLSearchParams) => Promise<void>
}

export type LoadScreen = () => Promise<LoadedScreen>

/** A screen or a frame around others; `lazy` loads a screen that is not in the first load. */
export interface ScreenRoute {
  /** `*` matches every other address. */
  path?: ScreenPath | '*'
  element?: ReactNode
  lazy?: LoadScreen
  children?: readonly ScreenRoute[]
}

/** The parts of the page that an area contributes; `app/areas.ts` combines those of all areas. */
export interface AreaParts {
  /** State that exists from the start. */
  slices: readonly Slice<object>[]
  /** Screens for everyone. */
  routes: readonly ScreenRoute[]
  /** Screens that ask visitors to sign in. */
  memberRoutes: readonly ScreenRoute[]
  /** Runs once, before the first render. */
  start?: () => void
}

/** A screen that is loaded when it is opened. */
export const screen = (path: ScreenPath | '*', load: () => Promise<ComponentType>): ScreenRoute => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/** Loads a module of the page together with the slices that it needs. */
export async function withSlices<Part>(
  part: Promise<Part>,
  slices: Promise<readonly Slice<object>[]>,
): Promise<Part> {
  forum.addSlices(await slices)
  return part
}
