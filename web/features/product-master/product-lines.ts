/** What is typed into the rows of products, and what would be saved of it. */
import {
  lackingSides,
  MEASURE_LIMITS,
  MEASURES,
  measuresAfter,
  PRODUCT_NAME_MAX,
  SIDES_RULE,
  TAG_LENGTH_MAX,
  tagsIn,
  tagsProblem,
  type Measure,
  type Side,
} from '#contract/dashboards/product-master.ts'
import type { ProductMasterRow } from '#contract/product-master.ts'
import type { CellChange } from '#web/table/cell-edits.ts'
import { numberTyped } from '#web/table/number-cell.ts'

const TEXT_COLUMNS = ['customName', 'category', 'tags'] as const
type TextColumn = (typeof TEXT_COLUMNS)[number]
export type TypedColumn = TextColumn | Measure
const isMeasure = (column: TypedColumn): column is Measure => (MEASURES as readonly string[]).includes(column)

/** What a cell says before anything is typed; null is nothing. */
export function valueOf(row: ProductMasterRow, column: TypedColumn): string | null {
  if (column === 'weight') return row.weight?.value ?? null
  if (isMeasure(column)) return row.size?.[column] ?? null
  return (column === 'tags' ? row.tags.join(', ') : row[column]) || null
}

const LENGTHS = { customName: PRODUCT_NAME_MAX, category: TAG_LENGTH_MAX }
/** What the cell of a measure takes. */
export const MEASURE_CELL = {
  min: MEASURE_LIMITS.min,
  max: MEASURE_LIMITS.max,
  fractionDigits: [0, MEASURE_LIMITS.fractionDigits],
} as const

/** What is wrong with a text of a column. */
export function typedProblem(column: TextColumn, text: string): string | undefined {
  if (column === 'tags') return tagsProblem(text)
  return text.length > LENGTHS[column] ? `At most ${LENGTHS[column]} characters.` : undefined
}

export interface ProductDraft extends Record<Measure, string | null> {
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
): { draft: ProductDraft; problem: string | undefined; lacking: Side[] } {
  const texts = Object.fromEntries(
    TEXT_COLUMNS.map((column) => [column, (typed(column) ?? valueOf(row, column) ?? '').trim()]),
  ) as Record<TextColumn, string>
  const problems = TEXT_COLUMNS.map((column) => typedProblem(column, texts[column]))
  const measured: Partial<Record<Measure, string | null>> = {}
  for (const measure of MEASURES) {
    const text = typed(measure)?.trim()
    if (text === undefined) continue
    const cell = text === '' ? { value: null } : numberTyped(text, MEASURE_CELL)
    if ('problem' in cell) problems.push(cell.problem)
    else measured[measure] = cell.value
  }
  const measures = measuresAfter(row, measured)
  const lacking = lackingSides(measures)
  if (lacking.length > 0) problems.push(SIDES_RULE)
  return {
    draft: {
      sku: row.sku,
      revision: row.revision,
      customName: texts.customName,
      category: texts.category,
      tags: tagsIn(texts.tags),
      ...measures,
    },
    problem: problems.find((problem) => problem !== undefined),
    lacking,
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
