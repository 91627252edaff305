import { signedIn, type Handlers } from '../platform/http/mount'
import type { PersonalData } from '../platform/personal-data'
import type { Viewer } from '../platform/http/viewer'
import { accountArchive } from './account-export'

/** @param requireFreshPassword refuses an act unless the password was typed recently in the session */
export const accountExportRoutes = (
  personalData: () => readonly PersonalData[],
  requireFreshPassword: (viewer: Viewer) => Promise<void>,
) =>
  ({
    exportAccount: async (call) => {
      const viewer = signedIn(call)
      await requireFreshPassword(viewer)
      return {
        type: 'application/zip',
        body: accountArchive(personalData(), viewer.actor),
        headers: { 'Content-Disposition': 'attachment; filename="account.zip"' },
      }
    },
  }) satisfies Partial<Handlers>
