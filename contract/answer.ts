/** Cells and rows in which answers come, whatever page asks. */
import type { z } from 'zod'
import { PnlCell } from './profit-and-loss.ts'

/** A metric in a period, and what it was in the period that it is compared with. */
export const MetricCell = PnlCell.omit({ percentOfNetSales: true })
export type MetricCell = z.infer<typeof MetricCell>

export const SORT_ORDERS = ['ASC', 'DESC'] as const
