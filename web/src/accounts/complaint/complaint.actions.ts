import { type Api, type BodyInput } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { forum } from '../../store'

/** Sends a complaint. The response does not say whether the page exists. */
export const sendComplaint = (body: BodyInput<Api['createComplaint']>): Promise<Result<void>> =>
  resultOf(forum.callBeyondSession('createComplaint', { body }).then(() => undefined))

/** Loads what the form needs besides what is typed. */
export const readComplaintForm = () => forum.callBeyondSession('getComplaintForm')
