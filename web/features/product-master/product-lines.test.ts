import { expect, test } from 'vitest'
import type { ProductMasterRow } from '#contract/product-master.ts'
import { bulkChanges, draftOf } from './product-lines.ts'

const row = {
  sku: 'CUP',
  revision: 2,
  customName: 'Our cup',
  category: '',
  tags: ['new', 'oak'],
  size: null,
  weight: { value: '0.4', source: 'AMAZON' },
} as unknown as ProductMasterRow

test('a draft is what was read with what is typed over it; tags stand there once', () => {
  const typed: Record<string, string> = { tags: ' oak, Oak ,, gift ', customName: '' }
  expect(draftOf(row, (column) => typed[column])).toEqual({
    draft: {
      sku: 'CUP',
      revision: 2,
      customName: '',
      category: '',
      tags: ['oak', 'gift'],
      length: null,
      width: null,
      height: null,
      weight: null,
    },
    problem: undefined,
    lacking: [],
  })
  expect(draftOf(row, () => 'x'.repeat(51)).problem).toMatch('50 characters')
})

test('sides are typed as people write them, all three or none', () => {
  const drafted = (typed: Record<string, string>, of = row) => draftOf(of, (column) => typed[column])
  expect(drafted({ length: ' 1,200.50 ', width: '20', height: '0.001', weight: '2' })).toMatchObject({
    draft: { length: '1200.5', width: '20', height: '0.001', weight: '2' },
    problem: undefined,
  })
  expect(drafted({ width: '20' })).toMatchObject({
    problem: 'Give all three sides, or none.',
    lacking: ['length', 'height'],
  })
  for (const text of ['0', '-1', '1e9', '1000000000', 'ten', '=1+1', '1.2345'])
    expect([text, drafted({ weight: text }).problem]).toEqual([text, expect.stringMatching(/^Enter/)])
  const measured = {
    ...row,
    size: { length: '1', width: '2', height: '3', volume: '6', source: 'AMAZON' as const },
  }
  // Nobody types what Amazon says by typing something else.
  expect(drafted({ customName: 'Cup' }, measured).draft).toMatchObject({ length: null, weight: null })
  expect(drafted({ length: '1.5' }, measured)).toMatchObject({
    draft: { length: '1.5', width: '2', height: '3', weight: null },
    problem: undefined,
  })
})

test('many rows are given a category, more tags, or fewer', () => {
  const drafts = [draftOf(row, () => undefined).draft]
  const typed = (edit: Parameters<typeof bulkChanges>[1]) => bulkChanges(drafts, edit)[0]!.typed
  expect(typed({ kind: 'category', category: 'Table' })).toBe('Table')
  expect(typed({ kind: 'addTags', tags: ['NEW', 'gift'] })).toBe('new, oak, gift')
  expect(typed({ kind: 'removeTags', tags: ['OAK'] })).toBe('new')
})
