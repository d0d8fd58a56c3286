import {
  VAT_DAYS_MAX,
  VatLinesInput,
  VatReportInput,
  type VatLines,
  type VatReport,
} from '#contract/vat-report.ts'
import { within } from '#server/metrics/range-limit.ts'
import { answerProcedure, companyProcedure, router } from '#server/trpc.ts'
import { vatLines } from './lines.ts'
import { vatReport } from '#server/metrics/vat/report.ts'

export const vatReportRouter = router({
  getData: answerProcedure
    .input(VatReportInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<VatReport> =>
      vatReport(services, company, within(input, VAT_DAYS_MAX), signal),
    ),

  getLines: companyProcedure
    .input(VatLinesInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<VatLines> =>
      vatLines(services, company, within(input, VAT_DAYS_MAX), signal),
    ),
})
