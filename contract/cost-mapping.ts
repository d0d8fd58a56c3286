/** How a list of costs is read whose headings are not ours: asked of a person, and kept with the import. */
import { z } from 'zod'
import { IsoDate } from './fields.ts'

/** Any code: what things cost to make is paid in more currencies than marketplaces have. */
/** Which comes first in `02/03/2026`, the day or the month. */
export const SlashedDateOrder = z.enum(['DMY', 'MDY'])
export type SlashedDateOrder = z.infer<typeof SlashedDateOrder>

const Currency = z.string().regex(/^[A-Z]{3}$/, 'Give a currency code such as EUR.')
/** Counted from 0; no wider sheet is read. */
const Column = z.int().min(0).max(999)

export const CostMapping = z.object({
  skuColumn: Column,
  /** Cost of one unit. */
  costColumn: Column,
  currencyColumn: Column.nullable(),
  /** Of rows whose column says none. */
  currency: Currency.nullable(),
  validFromColumn: Column.nullable(),
  /** Of rows whose column says no day. */
  validFrom: IsoDate,
  validToColumn: Column.nullable(),
  /** Where there is none, and where its cell is empty, a cost holds in every marketplace. */
  marketplaceColumn: Column.nullable(),
  /** Of dates such as 01/07/2026. */
  dateOrder: SlashedDateOrder.nullable(),
})
export type CostMapping = z.infer<typeof CostMapping>

/** What a person is asked about a list of costs. */
export const CostQuestion = z.object({
  headings: z.array(z.string()),
  /** The first rows, as they stand in the file. */
  rows: z.array(z.array(z.string())),
  hasSlashedDates: z.boolean(),
  /** The currency is that of the file, else the company's own; null where neither is known. */
  guess: CostMapping,
})
export type CostQuestion = z.infer<typeof CostQuestion>

/** What an answer still lacks before a list can be read with it; null where nothing. */
export function lackOf(
  mapping: CostMapping,
  question: Pick<CostQuestion, 'headings' | 'hasSlashedDates'>,
): string | null {
  const columns = [mapping.skuColumn, mapping.costColumn, mapping.currencyColumn ?? 0]
  if (columns.some((column) => column >= question.headings.length)) return 'The file has no such column.'
  if (mapping.skuColumn === mapping.costColumn) return 'SKU and cost are two columns.'
  if (mapping.currencyColumn === null && mapping.currency === null)
    return 'Say which currency the costs are in.'
  if (question.hasSlashedDates && mapping.dateOrder === null)
    return 'Say whether the day or the month comes first in the dates.'
  return null
}
