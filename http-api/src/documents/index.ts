export { createDocuments, type Page } from './area'
export { type ImportDoc, importCollections } from './imports.model'
export { NAMED_FILES } from './named-files'
