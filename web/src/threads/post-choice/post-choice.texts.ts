import { defineTexts } from '../../lib/i18n'

export const postChoiceText = defineTexts('postChoice', {
  begin: ['选择几条…', 'Choose several…'],
  choose: ['选择 {{n}} 楼', 'Choose #{{n}}'],
  label: ['对选中的回复', 'The chosen replies'],
  chosen: ['选了 {{count}} 条', '{{count}} chosen'],
  delete: ['删除…', 'Delete…'],
  restore: ['恢复', 'Restore'],
  leave: ['取消', 'Cancel'],
  title: ['删除这 {{count}} 条回复？', 'Delete these {{count}} replies?'],
  text: ['楼层会保留；撤销会一起恢复。', 'Their numbers stay. Undo restores all of them.'],
  deleted: ['已删除 {{count}} 条回复', '{{count}} replies deleted'],
  restored: ['已恢复 {{count}} 条回复', '{{count}} replies restored'],
  partly: ['{{count}} 条没有成功', '{{count}} could not be changed'],
  undo: ['撤销', 'Undo'],
  undone: ['已撤销', 'Undone'],
})
