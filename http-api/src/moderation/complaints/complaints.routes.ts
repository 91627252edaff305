import type { Handlers } from '../../platform/http/mount'
import type { Complaints } from './complaints.service'

/** @param form what the form needs before it is filled in */
export const complaintRoutes = (
  complaints: Complaints,
  form: { challenge: Handlers['getComplaintForm'] },
): Pick<Handlers, 'getComplaintForm' | 'createComplaint'> => ({
  getComplaintForm: form.challenge,
  createComplaint: async ({ body, address, language }) => {
    await complaints.create(body, { address, language })
    return {}
  },
})
