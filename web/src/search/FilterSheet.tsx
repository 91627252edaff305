import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button, Dialog, Field, IconButton, sharedClock } from '../ui'
import { SlidersHorizontal } from '../ui/icons'
import {
  AuthorForm,
  BoardSelect,
  Chosen,
  DatesFields,
  DatesSelect,
  OrderSelect,
  useFilterNames,
} from './Filters'
import { NO_FILTERS, rangeOf, searchPath, type SearchRequest } from './search-address'
import { searchText } from './search.texts'

/** All filters of a search in a sheet, behind a button that shows how many are set. They are applied together. */
export function FilterSheet({ request }: { request: SearchRequest }) {
  const [draft, setDraft] = useState<SearchRequest | null>(null)
  const count = useFilterNames(request).length
  const label = count > 0 ? searchText('filtersSet', { count }) : searchText('filters')
  return (
    <>
      <IconButton
        label={label}
        className="filters-button"
        onClick={() => {
          setDraft(request)
        }}
      >
        <SlidersHorizontal aria-hidden />
        {count > 0 && (
          <span className="filters-count num" aria-hidden>
            {count}
          </span>
        )}
      </IconButton>
      {draft && (
        <Sheet
          request={draft}
          onChange={(filters) => {
            setDraft({ ...draft, ...filters })
          }}
          onClose={() => {
            setDraft(null)
          }}
        />
      )}
    </>
  )
}

function Sheet({
  request,
  onChange,
  onClose,
}: {
  request: SearchRequest
  onChange: (filters: Partial<SearchRequest>) => void
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [isCustom, setIsCustom] = useState(rangeOf(request, new Date(sharedClock.now())) === 'custom')
  return (
    <Dialog
      onClose={onClose}
      shape="sheet"
      title={searchText('filters')}
      footer={
        <>
          <Button
            onClick={() => {
              setIsCustom(false)
              onChange({ ...NO_FILTERS, sortBy: 'relevance' })
            }}
          >
            {searchText('clearFilters')}
          </Button>
          <Button
            tone="go"
            onClick={() => {
              onClose()
              void navigate(searchPath({ ...request, page: 1 }), { state: { keepsScroll: true } })
            }}
          >
            {searchText('showResults')}
          </Button>
        </>
      }
    >
      <div className="filters-sheet">
        <Field label={searchText('board')}>
          {(control) => (
            <BoardSelect {...control} className="input" request={request} isLabelled onChange={onChange} />
          )}
        </Field>
        <div className="field" role="group" aria-label={searchText('author')}>
          <span className="field-label">{searchText('author')}</span>
          {request.author === '' ? (
            <AuthorForm
              onChoose={(author) => {
                onChange({ author })
              }}
            />
          ) : (
            <span>
              <Chosen
                value={request.author}
                onRemove={() => {
                  onChange({ author: '' })
                }}
              >
                {request.author}
              </Chosen>
            </span>
          )}
        </div>
        <Field label={searchText('date')}>
          {(control) => (
            <DatesSelect
              {...control}
              className="input"
              request={request}
              isLabelled
              isCustom={isCustom}
              onCustom={() => {
                setIsCustom(true)
              }}
              onChange={(dates) => {
                setIsCustom(false)
                onChange(dates)
              }}
            />
          )}
        </Field>
        {isCustom && (
          <div className="filter-form">
            <DatesFields from={request.from} to={request.to} onChange={onChange} />
          </div>
        )}
        <Field label={searchText('order')}>
          {(control) => (
            <OrderSelect
              {...control}
              className="input"
              value={request.sortBy}
              onChoose={(sortBy) => {
                onChange({ sortBy })
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
