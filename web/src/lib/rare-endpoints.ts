/** In the build, the endpoints that `api.ts` lacks: those of screens that few open (`contract-tables.ts`). */
export { api as rareEndpoints } from '@forum/shared/contract'
