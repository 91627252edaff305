import { type ReactNode } from 'react'
import { Lock, Pin } from './icons'
import { uiText } from './ui.texts'
import './tag.css'

export type TagTone = 'seal' | 'live' | 'warn' | 'danger' | 'faint' | 'link'

/** A short label in a frame of its own colour. */
export function Tag({ tone, icon, children }: { tone: TagTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`tag tag-${tone}`}>
      {icon}
      {children}
    </span>
  )
}

/** The state of a thread beside its title: 置顶, 精华, 已锁, 已删除. Renders nothing for most threads. */
export function ThreadTags({
  thread: { isPinned, isFeatured, isLocked, isDeleted },
}: {
  thread: { isPinned: boolean; isFeatured: boolean; isLocked: boolean; isDeleted: boolean }
}) {
  return (
    <>
      {isPinned && (
        <Tag tone="warn" icon={<Pin aria-hidden />}>
          {uiText('pinned')}
        </Tag>
      )}
      {isFeatured && <Tag tone="seal">{uiText('featured')}</Tag>}
      {isLocked && (
        <Tag tone="faint" icon={<Lock aria-hidden />}>
          {uiText('locked')}
        </Tag>
      )}
      {isDeleted && <Tag tone="danger">{uiText('deleted')}</Tag>}
    </>
  )
}
