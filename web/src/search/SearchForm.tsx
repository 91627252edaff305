import { trimText } from '@forum/shared/text'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { confirmsComposition } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { Button, useIsWide } from '../ui'
import { FilterSheet } from './FilterSheet'
import { SCOPES, searchPath, type SearchRequest, type SearchScope } from './search-address'
import { searchText } from './search.texts'
import { SUBMITTED } from './submitted'

/** The query and its scope; the tabs below the form show the same scope. */
export function SearchForm({ request }: { request: SearchRequest }) {
  const navigate = useNavigate()
  const isWide = useIsWide()
  const [typed, setTyped] = useState({ of: request.q, text: request.q })
  if (typed.of !== request.q) setTyped({ of: request.q, text: request.q })
  const [isBlank, setIsBlank] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = trimText(typed.text)
    setIsBlank(q === '')
    if (q === '') return
    void navigate(searchPath({ ...request, q, page: 1 }), { state: SUBMITTED })
  }
  return (
    <form className="search-form" aria-label={searchText('form')} noValidate onSubmit={submit}>
      <div className="search-form-row">
        <input
          type="search"
          className="input"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={searchText('query')}
          aria-invalid={isBlank || undefined}
          aria-describedby={isBlank ? 'search-form-problem' : undefined}
          placeholder={searchText('queryPlaceholder')}
          value={typed.text}
          onKeyDown={(event) => {
            // The Enter that ends a composition does not search.
            if (confirmsComposition(event)) event.preventDefault()
          }}
          onChange={({ target }) => {
            setTyped({ of: request.q, text: target.value })
            setIsBlank(false)
          }}
        />
        <select
          className="input"
          aria-label={searchText('scope')}
          value={request.scope}
          onChange={({ target }) => {
            const scope = target.value as SearchScope
            // Without a query the address has nothing but the scope.
            void navigate(searchPath({ ...request, scope, page: 1 }), { state: { keepsScroll: true } })
          }}
        >
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {searchText(`scopeNames.${scope}`)}
            </option>
          ))}
        </select>
        <Button type="submit" tone="go">
          {commonText('search')}
        </Button>
        {!isWide && request.q !== '' && request.scope !== 'users' && <FilterSheet request={request} />}
      </div>
      <div id="search-form-problem" className="field-error small" aria-live="polite">
        {isBlank && searchText('queryRequired')}
      </div>
    </form>
  )
}
