import { type Category } from '@forum/shared/contract'
import { useState } from 'react'
import { useCategories } from '../../boards'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, FormDialog, FormField, IconButton, SectionHeading, useAction, useForm } from '../../ui'
import { ChevronDown, ChevronUp, Pencil, Trash2 } from '../../ui/icons'
import { deleteCategory, moveCategory, saveCategory } from './board-admin.actions'
import { boardAdminText } from './board-admin.texts'

/** The categories in their order, with forms that make and rename them; only an empty one can be removed. */
export function Categories() {
  const categories = useCategories().data ?? []
  const [editing, setEditing] = useState<Category | 'new' | null>(null)
  const move = useAction(
    (key: string, position: number) => moveCategory(forum, key, position),
    () => undefined,
  )
  const removal = useAction((key: string) => deleteCategory(forum, key), boardAdminText('categoryRemoved'))
  return (
    <section aria-labelledby="admin-categories">
      <SectionHeading id="admin-categories">{boardAdminText('categories')}</SectionHeading>
      <ul className="admin-boards">
        {categories.map((category, index) => {
          const { key, slug, displayName: name, boardCount } = category
          return (
            <li key={key} className="admin-board">
              <span className="admin-board-name">
                {name}
                <span className="faint small num">
                  /category/{slug} · {boardAdminText('categoryBoards', { count: boardCount })}
                </span>
              </span>
              <span className="admin-board-acts">
                <IconButton
                  label={boardAdminText('categoryUp', { name })}
                  disabled={index === 0 || move.isBusy}
                  onClick={() => {
                    move.run(key, index - 1)
                  }}
                >
                  <ChevronUp aria-hidden />
                </IconButton>
                <IconButton
                  label={boardAdminText('categoryDown', { name })}
                  disabled={index === categories.length - 1 || move.isBusy}
                  onClick={() => {
                    move.run(key, index + 1)
                  }}
                >
                  <ChevronDown aria-hidden />
                </IconButton>
                <IconButton
                  label={boardAdminText('editCategory', { name })}
                  onClick={() => {
                    setEditing(category)
                  }}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={boardAdminText('removeCategory', { name })}
                  disabled={boardCount > 0}
                  onClick={() => {
                    removal.run(key)
                  }}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="admin-acts">
        <Button
          onClick={() => {
            setEditing('new')
          }}
        >
          {boardAdminText('addCategory')}
        </Button>
      </p>
      {editing !== null && (
        <CategoryForm
          key={editing === 'new' ? 'new' : editing.key}
          category={editing === 'new' ? null : editing}
          onClose={() => {
            setEditing(null)
          }}
        />
      )}
    </section>
  )
}

function CategoryForm({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const form = useForm({
    initial: { name_zh: category?.name_zh ?? '', slug: category?.slug ?? '' },
    send: (values) => saveCategory(forum, category?.key ?? null, values),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={
        category
          ? boardAdminText('editCategory', { name: category.displayName })
          : boardAdminText('addCategory')
      }
      submit={commonText('save')}
    >
      <FormField form={form} name="name_zh" label={boardAdminText('categoryName')} />
      <FormField
        form={form}
        name="slug"
        label={boardAdminText('categorySlug')}
        help={boardAdminText('categorySlugHelp')}
      />
    </FormDialog>
  )
}
