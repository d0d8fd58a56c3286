/** Every report type that is understood. A new one is a new file and a line here. */
import { allOrders } from './all-orders.ts'
import { factsFile } from './facts-file.ts'
import type { ReportType } from './report-type.ts'
import { settlementV2 } from './settlement-v2.ts'
import { settlementWide } from './settlement-wide.ts'

export const REPORT_TYPES: readonly ReportType[] = [settlementV2, settlementWide, allOrders, factsFile]

export const reportTypeOf = (id: string): ReportType | undefined =>
  REPORT_TYPES.find((type) => type.id === id)
