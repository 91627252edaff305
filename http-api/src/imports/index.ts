export { ImportLoader, type PastBoard, type PastMember } from './import-loader.service'
export { OldAddresses } from './old-addresses.queries'
export { mountOldAddresses, nothingThere } from './old-addresses.routes'
