/**
 * Who may do what (docs/permissions.md), as pure functions, one file per kind of subject. The server checks them
 * before every action; the web app only hides what would be refused.
 */
export * from './access'
export * from './boards'
export * from './cases'
export * from './coauthors'
export * from './held'
export * from './members'
export * from './messages'
export * from './posts'
export * from './threads'
export * from './written'
