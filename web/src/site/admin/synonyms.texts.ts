import { defineTexts } from '../../lib/i18n'

export const synonymsText = defineTexts('synonyms', {
  note: [
    '搜索结果很少时，同一行的词当作一个意思来找相近的主题和回复。',
    'Where a search finds little, the words of a row count as one when it looks for what is close.',
  ],
  table: ['同义词表', 'Table of synonyms'],
  help: ['一行一组，词之间用顿号隔开：租房、合租、找房', 'One row a line, its words separated by commas'],
  isDefault: ['现在用的是默认的表', 'The default table is in use'],
  unsaved: ['有改动没有保存', 'Unsaved changes'],
  discard: ['放弃改动', 'Discard changes'],
  restore: ['恢复默认', 'Restore the default'],
  restoreTitle: ['恢复默认的同义词表？', 'Restore the default table of synonyms?'],
  restoreText: ['管理员改过的行都会丢掉。', 'All rows that admins have changed are lost.'],
  saved: ['已保存，各处立即生效', 'Saved and in force everywhere'],
  restored: ['已恢复默认', 'The default is restored'],
  failed: ['同义词加载失败', 'The synonyms could not be loaded'],
  conflict: [
    '别的管理员刚刚改过，这次没有保存。你写的还在；再保存一次，就以你的为准。',
    'Another admin has just changed the table, so this was not saved. What you typed is still here; save again to put it in place of theirs.',
  ],
  added: ['对方加了：{{line}}', 'They added: {{line}}'],
  removed: ['对方删了：{{line}}', 'They removed: {{line}}'],
  useTheirs: ['改用对方的', 'Use theirs'],
  tooFew: ['“{{line}}”只有一个词，一行至少两个', '“{{line}}” is a single word; a row needs at least two'],
  tooMany: [
    '“{{line}}”太多词，一行最多 {{max}} 个',
    '“{{line}}” has too many words; at most {{max}} in a row',
  ],
  tooLong: ['“{{word}}”太长，最多 {{max}} 字', '“{{word}}” is too long; at most {{max}} characters'],
  tooManyRows: ['最多 {{max}} 行', 'At most {{max}} rows'],
})
