import { MemoryDatabase, MemoryStore } from './memory-store'
import { describeLogStore } from './store-suite'

describeLogStore('in-memory', () => {
  const database = new MemoryDatabase()
  return Promise.resolve({
    store: () => new MemoryStore(database),
    addCounter: (key) => Promise.resolve(database.addCounter(key)),
    post: (postId) => Promise.resolve((database.posts.get(postId) as never) ?? null),
    insertAlone: (event) => Promise.resolve(void database.log(event.threadId).push(event)),
  })
})
