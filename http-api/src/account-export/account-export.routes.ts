import { signedIn, type Handlers } from '../platform/mount'
import type { PersonalData } from '../platform/personal-data'
import { accountArchive } from './account-export'

export const accountExportRoutes = (data: readonly PersonalData[]) =>
  ({
    exportAccount: (call) =>
      Promise.resolve({
        type: 'application/zip',
        body: accountArchive(data, signedIn(call).actor.id),
        headers: { 'Content-Disposition': 'attachment; filename="account.zip"' },
      }),
  }) satisfies Partial<Handlers>
