import { signedIn, type Handlers } from '../platform/http/mount'
import type { Settings } from './settings.service'

export const settingsRoutes = (settings: Settings) =>
  ({
    getSettings: async (call) => ({ settings: await settings.get(signedIn(call)) }),
    setSettings: async (call) => ({ settings: await settings.set(signedIn(call), call.body.settings) }),
  }) satisfies Partial<Handlers>
