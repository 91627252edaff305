import { type notify as zh } from '../zh/notify'
import { type TableOf } from '../table'

export const notify: TableOf<typeof zh> = {
  title: 'Notifications',
  empty: 'No notifications yet',
  replied: '{{name}} replied to “{{title}}”',
  repliedMany: '{{name}} and others ({{count}} people) replied to “{{title}}”',
  quoted: '{{name}} quoted you in “{{title}}”',
  mentioned: '{{name}} mentioned you in “{{title}}”',
  liked: '{{name}} and others ({{count}} people) liked your post',
  locked: 'Your thread “{{title}}” was locked: {{reason}}',
  moved: 'Your thread “{{title}}” was moved to {{board}}',
  deleted: 'Your post was deleted: {{reason}}',
}
