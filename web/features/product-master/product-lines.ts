/** What is typed into the rows of products, and what would be saved of it. */
import { tagsIn, tagsProblem, PRODUCT_NAME_MAX, TAG_LENGTH_MAX } from '#contract/dashboards/product-master.ts'
import type { ProductMasterRow } from '#contract/product-master.ts'
import type { CellChange } from '#web/table/cell-edits.ts'

export const TYPED_COLUMNS = ['customName', 'category', 'tags'] as const
export type TypedColumn = (typeof TYPED_COLUMNS)[number]

/** What a cell says before anything is typed; null is nothing. */
export const valueOf = (row: ProductMasterRow, column: TypedColumn): string | null =>
  (column === 'tags' ? row.tags.join(', ') : row[column]) || null

const LENGTHS = { customName: PRODUCT_NAME_MAX, category: TAG_LENGTH_MAX }

/** What is wrong with a text of a column. */
export function typedProblem(column: TypedColumn, text: string): string | undefined {
  if (column === 'tags') return tagsProblem(text)
  return text.length > LENGTHS[column] ? `At most ${LENGTHS[column]} characters.` : undefined
}

export interface ProductDraft {
  sku: string
  revision: number
  customName: string
  category: string
  tags: string[]
}

/** The row as it would be saved. `typed` is what each column says now, undefined where nothing is typed. */
export function draftOf(
  row: ProductMasterRow,
  typed: (column: TypedColumn) => string | undefined,
): { draft: ProductDraft; problem: string | undefined } {
  const texts = Object.fromEntries(
    TYPED_COLUMNS.map((column) => [column, (typed(column) ?? valueOf(row, column) ?? '').trim()]),
  ) as Record<TypedColumn, string>
  return {
    draft: {
      sku: row.sku,
      revision: row.revision,
      customName: texts.customName,
      category: texts.category,
      tags: tagsIn(texts.tags),
    },
    problem: TYPED_COLUMNS.map((column) => typedProblem(column, texts[column])).find(
      (problem) => problem !== undefined,
    ),
  }
}

/** What is done to many rows at once. */
export type BulkEdit =
  | { kind: 'category'; category: string }
  | { kind: 'addTags'; tags: string[] }
  | { kind: 'removeTags'; tags: string[] }

/** The cells that it changes, from what each says now. */
export const bulkChanges = (drafts: readonly ProductDraft[], edit: BulkEdit): CellChange[] =>
  drafts.map(({ sku, tags }) => {
    if (edit.kind === 'category') return { row: sku, column: 'category', typed: edit.category }
    const named = new Set(edit.tags.map((tag) => tag.toLowerCase()))
    const after =
      edit.kind === 'addTags'
        ? tagsIn([...tags, ...edit.tags].join(', '))
        : tags.filter((tag) => !named.has(tag.toLowerCase()))
    return { row: sku, column: 'tags', typed: after.join(', ') }
  })
