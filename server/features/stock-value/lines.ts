import {
  STOCK_MOVEMENTS,
  type StockLines,
  type StockLinesInput,
  type StockMovement,
} from '#contract/stock-value.ts'
import type { Company } from '#server/accounts/index.ts'
import { companyPerPeriod, heldImports } from '#server/ledger/closed-months/closed-states.ts'
import { heldReadings, holdsRows } from '#server/ledger/held-readings.ts'
import { rawLines } from '#server/ledger/importing/raw-lines.ts'
import type { Services } from '#server/ledger/services.ts'
import { stockLines } from '#server/metrics/stock-value/stock-lines.ts'
import { readKey } from './row-key.ts'

const TABLE = 'inventory_ledger'

/** The lines of files that a row is the sum of; none where there is no such row. */
export async function linesOfStock(
  services: Services,
  company: Company,
  { key, startDate, endDate, limit, offset }: StockLinesInput,
  signal: AbortSignal | undefined,
): Promise<StockLines> {
  const asked = readKey(key)
  const state = (await companyPerPeriod(services, company))({ start: startDate, end: endDate })
  if (!asked || !(await holdsRows(services, state, TABLE))) return { rowCount: 0, rows: [] }
  const held = await heldReadings(services, state)
  const found = await services.analytics.run(
    stockLines,
    state,
    { ...held, from: startDate, to: endDate, ...asked, limit, offset },
    { signal },
  )
  // Rows of a closed month are of the files that counted then.
  const importOf = new Map(
    (await heldImports(services, company)).map((record) => [record.attemptVersion!, record]),
  )
  const texts = await rawLines(
    services,
    company,
    found.flatMap(({ attempt, lineNumber }) => {
      const record = importOf.get(attempt)
      return record ? [{ record, lineNumber, table: TABLE }] : []
    }),
    signal,
  )
  return {
    rowCount: found[0]?.lineCount ?? 0,
    rows: found.map(({ attempt, lineCount: _count, opened, closed, moved, ...line }) => {
      const record = importOf.get(attempt)
      return {
        ...line,
        opening: opened,
        moved: Object.fromEntries(
          STOCK_MOVEMENTS.map((movement, index) => [movement, moved[index]!]),
        ) as Record<StockMovement, number | null>,
        closing: closed,
        importId: record?.id ?? 0,
        fileName: record?.fileName ?? '',
        rawLine: (record && texts.get(`${record.id}:${TABLE}:${line.lineNumber}`)) ?? null,
      }
    }),
  }
}
