import type { Actor } from '@forum/shared/policies'
import { Readable } from 'node:stream'
import type { PersonalData } from '../platform/personal-data'

const README = `这是你在本站的全部资料。每个 .json 文件是一类内容，用任何文本编辑器都能打开。
This is everything that this site keeps about you. Each .json file is one kind of content.
`

/** Writes one row per line, so that a large file can be read line by line. */
async function* jsonOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** Streams a zip of everything the forum stores about a member; the archive is never held in memory as a whole. */
export async function* accountArchive(
  data: readonly PersonalData[],
  { id: userId, boards }: Pick<Actor, 'id' | 'boards'>,
): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  // A file that cannot be finished must abort the download, rather than end it as if it were complete.
  zip.on('error', (error: Error) => output.destroy(error))
  zip.addBuffer(Buffer.from(README), 'README.txt')
  for (const { name, rows } of data) {
    zip.addReadStreamLazy(`${name}.json`, (done) => {
      done(null, Readable.from(jsonOf(rows(userId, [...boards.hidden])), { objectMode: false }))
    })
  }
  zip.end()
  yield* output as AsyncIterable<Uint8Array>
}
