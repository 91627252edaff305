import { type CodeNode, type MarkupNode, type TableNode, type TaskNode } from '@forum/shared/markup'
import { type ReactNode, useState } from 'react'
import { copyToClipboard } from '../../ui'
import { markupText } from './markup.texts'
import { shows } from './selected-source'

/** Code on separate lines, with its language and a button that copies it. */
export function CodeBlock({ node, children }: { node: CodeNode; children: ReactNode }) {
  const [isCopied, setIsCopied] = useState(false)
  const copyCode = async () => {
    setIsCopied(await copyToClipboard(node.text))
  }
  return (
    <div className="code-block">
      <pre tabIndex={0} data-language={node.language}>
        <code ref={shows([node])} className={node.language && `language-${node.language}`}>
          {children}
        </code>
      </pre>
      <button
        type="button"
        className="code-copy"
        onClick={() => void copyCode()}
        onBlur={() => {
          setIsCopied(false)
        }}
      >
        <span>{isCopied ? markupText('copied') : markupText('copyCode')}</span>
      </button>
    </div>
  )
}

/** A table in a box that scrolls, so that the page does not. Its first row is its head if it has only headings. */
export function Table({
  rows,
  render,
}: {
  rows: TableNode['rows']
  render: (nodes: readonly MarkupNode[]) => ReactNode
}) {
  const hasHead = rows.length > 1 && (rows[0]?.every(({ isHeader }) => isHeader) ?? false)
  const rowOf = (cells: TableNode['rows'][number], row: number) => (
    <tr key={row}>
      {cells.map(({ isHeader, children }, column) =>
        isHeader ? (
          <th key={column} scope={hasHead && row === 0 ? 'col' : 'row'}>
            {render(children)}
          </th>
        ) : (
          <td key={column}>{render(children)}</td>
        ),
      )}
    </tr>
  )
  const all = rows.map(rowOf)
  return (
    <div className="table-box" tabIndex={0} role="group" aria-label={markupText('table')}>
      <table>
        {hasHead && <thead>{all[0]}</thead>}
        <tbody>{hasHead ? all.slice(1) : all}</tbody>
      </table>
    </div>
  )
}

/** Shows whether a task is done. */
export function TaskMark({ node }: { node: TaskNode }) {
  return (
    <span
      ref={shows([node])}
      className="task"
      role="img"
      aria-label={markupText(node.isDone ? 'taskDone' : 'taskOpen')}
    >
      {node.isDone ? '☑' : '☐'}
    </span>
  )
}
