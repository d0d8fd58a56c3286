import {
  STOCK_DAYS_MAX,
  StockLinesInput,
  StockValueInput,
  type StockLines,
  type StockValue,
} from '#contract/stock-value.ts'
import { within } from '#server/metrics/range-limit.ts'
import { answerProcedure, companyProcedure, router } from '#server/trpc.ts'
import { linesOfStock } from './lines.ts'
import { listStock } from './list.ts'

export const stockValueRouter = router({
  getData: answerProcedure
    .input(StockValueInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<StockValue> =>
      listStock(services, company, within(input, STOCK_DAYS_MAX), signal),
    ),

  getLines: companyProcedure
    .input(StockLinesInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<StockLines> =>
      linesOfStock(services, company, within(input, STOCK_DAYS_MAX), signal),
    ),
})
