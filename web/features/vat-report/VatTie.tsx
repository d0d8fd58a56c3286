import type { DateRange } from '#contract/date-range.ts'
import {
  VAT_TIE_IDS,
  VAT_TIE_LABELS,
  vatTieText,
  type VatReport,
  type VatTie as Tie,
} from '#contract/vat-report.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { amountFact, sheetFrom, type Facts } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { exactText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { lackOfTie, NEVER_KNOWN } from './vat-words.ts'
import styles from './VatReportPage.module.css'

interface TieRow {
  id: keyof Tie
  label: string
  amount: string | null
}

const tieRows = ({ tie }: VatReport): TieRow[] =>
  VAT_TIE_IDS.map((id) => ({ id, label: VAT_TIE_LABELS[id], amount: tie[id] }))

export const tieFacts = (report: VatReport): Facts =>
  tieRows(report).map((row) => amountFact(vatTieText(row.id), row.amount))

/** What this report and the statement have of the same tax, and why they differ. */
export function VatTie({ report, days }: { report: VatReport | undefined; days: DateRange }) {
  const rows = report ? tieRows(report) : []
  return (
    <SectionFrame
      title="Beside the statement"
      note={report?.currencyCode}
      status={{ kind: report ? 'ready' : 'loading' }}
      height={220}
      actions={
        report && (
          <ExportMenu
            label="Export comparison"
            content={() => ({
              sheet: sheetFrom(
                rows,
                [
                  ['Tax', 'text', ({ id }) => vatTieText(id)],
                  [`Amount, ${report.currencyCode}`, 'money', ({ amount }) => amount],
                ],
                report.currencyCode,
              ),
              facts: [
                ['Note', reasonOf(report)],
                ['Not in it', NEVER_KNOWN],
              ],
            })}
            fileName={`vat-beside-statement-${days.start}-${days.end}`}
          />
        )
      }
    >
      {report && (
        <>
          <SimpleTable
            label="VAT beside the statement"
            columns={columns(report.currencyCode)}
            rows={rows.slice(0, -1)}
            rowId={({ id }) => id}
            result={rows.at(-1)!}
            isDense
          />
          <p className={styles.remark}>{reasonOf(report)}</p>
          <p className={styles.remark}>{NEVER_KNOWN}</p>
        </>
      )}
    </SectionFrame>
  )
}

function reasonOf(report: VatReport): string {
  const { tie, covered } = report
  if (tie.difference === null) return `Without a value: ${lackOfTie(report)} are in these sums.`
  return covered.length === 0
    ? 'There is no VAT transactions report, so both are based on the same lines.'
    : 'VAT transactions reports count a sale on completion, at Amazon’s rates; the statement counts it when posted, at the company’s rates. At the start and end of a report, a sale may be in both or in neither.'
}

const columns = (currencyCode: string): SimpleColumn<TieRow>[] => [
  { id: 'label', title: 'Tax', kind: 'text', isName: true, isTitleHidden: true, cell: ({ label }) => label },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    isTitleHidden: true,
    cell: ({ amount }) => (amount === null ? <NoValue /> : exactText(amount, currencyCode)),
  },
]
