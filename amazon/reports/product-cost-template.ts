import writeExcelFile, { type CellObject } from 'write-excel-file/node'
import { MEASURE_HEADINGS } from './entered-lists.ts'
import { PRODUCT_COST_COLUMNS, PRODUCT_COSTS } from './product-costs.ts'

/** Cells of a row by column; those that are left out are empty. */
export type ProductCostRow = Readonly<Partial<Record<(typeof PRODUCT_COST_COLUMNS)[number], string>>>

/**
 * The workbook that people fill in: headings and rows on the first sheet, an explanation of each column on the second. Sizes are
 * read from it as a list of products alone.
 */
export async function writeProductCostTemplate(
  rows: readonly ProductCostRow[] = [],
  { withSizes = false }: { withSizes?: boolean } = {},
): Promise<Uint8Array> {
  const columns = [...PRODUCT_COST_COLUMNS, ...(withSizes ? MEASURE_HEADINGS : [])]
  const headings = columns.map((value) => ({ value, fontWeight: 'bold' as const }))
  const cells = rows.map((row: Readonly<Record<string, string>>) =>
    columns.map((name) => cellOf(name, row[name] ?? '')),
  )
  return writeExcelFile([
    {
      sheet: 'Costs',
      data: [headings, ...cells],
      columns: headings.map(() => ({ width: 16 })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'Columns',
      data: columns.map((name) => [name, EXPLAINED[name] ?? '']),
      columns: [{ width: 16 }, { width: 90 }],
    },
  ]).toBuffer()
}

/**
 * A spreadsheet leaves zeros at the beginning of a SKU alone where the cell is one for text. A cell for a cost must not be one,
 * not even an empty one: a number typed into it would be kept as the letters of it, with the decimal mark of whoever typed it.
 */
function cellOf(column: string, value: string): CellObject | null {
  if (column === 'sku' || column === 'note') return { value, type: String, format: '@' }
  if (value === '') return null
  return NUMBERS.has(column) ? { value: Number(value), type: Number } : { value, type: String }
}

const NUMBERS = new Set<string>([...PRODUCT_COSTS, ...MEASURE_HEADINGS])

const EXPLAINED: Record<string, string> = {
  sku: 'Your SKU, as Amazon writes it. Needed.',
  marketplace:
    'A code such as DE or US. Empty: the cost holds in every marketplace that has no row of its own.',
  valid_from: 'First day on which the cost holds, such as 2026-03-01. Needed.',
  valid_to: 'Last day on which it holds. Empty: it has no end.',
  currency: 'A code such as EUR, for all costs of the row. Needed.',
  manufacturing: 'Cost of one unit at the factory.',
  freight: 'Cost of bringing one unit to the warehouse.',
  duty: 'Customs duty for one unit.',
  other: 'Anything else that one unit costs before it is sold.',
  fbm_shipping: 'Cost of sending one unit to a buyer, for orders that you send yourself.',
  note: 'Any text; nothing is computed from it.',
  length_cm:
    'Length of the package in centimetres. Give all three sides, or none. Empty: stays as it is; on the page it can be emptied.',
  width_cm: 'Width of the package in centimetres.',
  height_cm: 'Height of the package in centimetres.',
  weight_kg: 'Weight of the package in kilograms. Empty: stays as it is.',
}
