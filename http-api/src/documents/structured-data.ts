import type { Post, Thread } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'
import type { Document, Site } from './documents'

/** Length of the beginning of an opening post in which its description and picture are looked for. */
export const DESCRIBED_LENGTH = 10_000

const person = (user: { displayName: string }) => ({ '@type': 'Person', name: user.displayName })

/** Returns the structured data about a thread that search engines read. */
export const discussionData = (
  { thread }: { thread: Thread },
  replies: readonly Post[],
  site: Site,
): Document['data'][number] => ({
  '@context': 'https://schema.org',
  '@type': 'DiscussionForumPosting',
  headline: thread.title,
  text: excerpt(cutCharacters(thread.content, DESCRIBED_LENGTH), 500),
  url: `${site.url}/threads/${thread.id}`,
  author: person(thread.author),
  datePublished: thread.createdAt,
  dateModified: thread.lastPostAt,
  commentCount: thread.replyCount,
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: 'https://schema.org/ViewAction',
    userInteractionCount: thread.viewCount,
  },
  comment: replies
    .filter(({ isDeleted }) => !isDeleted)
    .map((post) => ({
      '@type': 'Comment',
      text: excerpt(post.content, 500),
      author: person(post.author),
      datePublished: post.createdAt,
      url: `${site.url}/posts/${post.id}`,
    })),
})

const answerData = (post: Post, site: Site) => ({
  '@type': 'Answer',
  text: excerpt(post.content, 500),
  author: person(post.author),
  datePublished: post.createdAt,
  upvoteCount: post.likeCount,
  url: `${site.url}/posts/${post.id}`,
})

/** The same of a question: its answer, and the other replies of the page. */
export const questionData = (
  { thread, answer }: { thread: Thread; answer: Post | null },
  replies: readonly Post[],
  site: Site,
): Document['data'][number] => ({
  '@context': 'https://schema.org',
  '@type': 'QAPage',
  mainEntity: {
    '@type': 'Question',
    name: thread.title,
    text: excerpt(cutCharacters(thread.content, DESCRIBED_LENGTH), 500),
    url: `${site.url}/threads/${thread.id}`,
    author: person(thread.author),
    datePublished: thread.createdAt,
    answerCount: thread.replyCount,
    upvoteCount: thread.openingPost?.likeCount ?? 0,
    ...(answer ? { acceptedAnswer: answerData(answer, site) } : {}),
    suggestedAnswer: replies
      .filter(({ id, isDeleted }) => !isDeleted && id !== answer?.id)
      .map((post) => answerData(post, site)),
  },
})
