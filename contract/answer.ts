/** Cells and rows in which answers come, whatever page asks. */
import { z } from 'zod'
import { DecimalText } from './fields.ts'
import { PnlCell } from './profit-and-loss.ts'

/** A metric in a period, and what it was in the period that it is compared with. */
export const MetricCell = PnlCell.omit({ percentOfNetSales: true })
export type MetricCell = z.infer<typeof MetricCell>

export const SORT_ORDERS = ['ASC', 'DESC'] as const

/** Units without a cost and the like, by the names that the statement has for them. */
export const RowFlags = z.object({ unitsWithoutCost: DecimalText.optional() })
