import { type ScreenPath } from '@forum/shared/screens'
import { type ComponentType, type ReactNode } from 'react'
import { forum, type Slice } from '../../store'

/** A screen, and what reads its data before it is opened. */
export interface LoadedScreen {
  Component: ComponentType
  prefetch?: (params: Record<string, string | undefined>, query: URLSearchParams) => Promise<void>
}

export type LoadScreen = () => Promise<LoadedScreen>

/** A screen or a frame around others; `lazy` loads a screen that is not in the first load. */
export interface ScreenRoute {
  /** `*` is every other address. */
  path?: ScreenPath | '*'
  element?: ReactNode
  lazy?: LoadScreen
  children?: readonly ScreenRoute[]
}

/** What an area gives to the whole page; `app/areas.ts` puts the parts of all areas together. */
export interface AreaParts {
  /** State that is there from the start. */
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

/** Loads a part of the page, with the state that only such parts need. */
export async function withSlices<Part>(
  part: Promise<Part>,
  slices: Promise<readonly Slice<object>[]>,
): Promise<Part> {
  forum.addSlices(await slices)
  return part
}
