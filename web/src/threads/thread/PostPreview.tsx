import { type Attachment } from '@forum/shared/contract'
import { type Person, useMentioned } from '../composer/people'
import { Attachments } from './Attachments'
import { Markup } from './Markup'
import { outsideText } from './parsed'

const NOBODY: readonly Person[] = []

/** A preview of a post, with its pictures, mentions and files. */
export function PostPreview({
  source,
  attachments,
  people = NOBODY,
  hidesLinks = false,
}: {
  source: string
  attachments: readonly Attachment[]
  /** Members that the page has loaded already. */
  people?: readonly Person[]
  hidesLinks?: boolean
}) {
  const mentions = useMentioned(source, people)
  return (
    <>
      <Markup source={source} mentions={mentions} attachments={attachments} hidesLinks={hidesLinks} />
      <Attachments attachments={outsideText(source, attachments)} />
    </>
  )
}
