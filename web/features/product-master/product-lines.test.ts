import { expect, test } from 'vitest'
import type { ProductMasterRow } from '#contract/product-master.ts'
import { bulkChanges, draftOf } from './product-lines.ts'

const row = {
  sku: 'CUP',
  revision: 2,
  customName: 'Our cup',
  category: '',
  tags: ['new', 'oak'],
} as unknown as ProductMasterRow

test('a draft is what was read with what is typed over it; tags stand there once', () => {
  const typed: Record<string, string> = { tags: ' oak, Oak ,, gift ', customName: '' }
  expect(draftOf(row, (column) => typed[column])).toEqual({
    draft: { sku: 'CUP', revision: 2, customName: '', category: '', tags: ['oak', 'gift'] },
    problem: undefined,
  })
  expect(draftOf(row, () => 'x'.repeat(51)).problem).toMatch('50 characters')
})

test('many rows are given a category, more tags, or fewer', () => {
  const drafts = [draftOf(row, () => undefined).draft]
  const typed = (edit: Parameters<typeof bulkChanges>[1]) => bulkChanges(drafts, edit)[0]!.typed
  expect(typed({ kind: 'category', category: 'Table' })).toBe('Table')
  expect(typed({ kind: 'addTags', tags: ['NEW', 'gift'] })).toBe('new, oak, gift')
  expect(typed({ kind: 'removeTags', tags: ['OAK'] })).toBe('new')
})
