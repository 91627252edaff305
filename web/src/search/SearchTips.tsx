import { Panel } from '../ui'
import { searchText } from './search.texts'

export function SearchTips() {
  return (
    <Panel title={searchText('tips.title')}>
      <ul className="tips small soft">
        <li>{searchText('tips.words')}</li>
        <li>{searchText('tips.scripts')}</li>
        <li>{searchText('tips.filters')}</li>
        <li>
          {searchText('tips.quotes')}
          <code>{searchText('tips.quotesExample')}</code>
        </li>
        <li>
          {searchText('tips.members')}
          <code>{searchText('tips.membersExample')}</code> <code>{searchText('tips.membersShort')}</code>
        </li>
      </ul>
    </Panel>
  )
}
