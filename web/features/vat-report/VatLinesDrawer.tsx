import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { VAT_LIABLE_LABELS, type VatLine, type VatRow } from '#contract/vat-report.ts'
import { DrawerFacts } from '#web/explain/DrawerFacts.tsx'
import { FileLines } from '#web/explain/FileLines.tsx'
import rowStyles from '#web/explain/SourceRow.module.css'
import { usePages } from '#web/explain/use-pages.ts'
import { trpc } from '#web/trpc.ts'
import { Inspector, type InspectorProps } from '#web/ui/Inspector.tsx'
import { exactText, NO_VALUE } from '#web/ui/numbers.ts'
import { rateOf } from './vat-columns.tsx'
import { exportedVatLines } from './vat-lines-export.ts'
import { arrivalText, kindText, schemeText, sourceText } from './vat-words.ts'
import styles from './VatReportPage.module.css'

interface VatLinesDrawerProps extends Pick<InspectorProps, 'neighbours' | 'takesFocus' | 'onClose'> {
  row: VatRow
  asked: { companyId: string; startDate: string; endDate: string; currencyCode: CurrencyCode; asOf?: string }
}

const PAGE_SIZE = 50

/** The lines of files that one row of the report is the sum of. */
export function VatLinesDrawer({ row, asked, ...inspector }: VatLinesDrawerProps) {
  const rate = rateOf(row.rate)
  const { net, vat, gross } = row.own
  const money = (amount: string | null) =>
    amount === null ? NO_VALUE : `${exactText(amount, row.currency)} ${row.currency}`
  return (
    <Inspector
      title={[arrivalText(row) ?? 'Not known', rate && `${rate} %`].filter(Boolean).join(', ')}
      subtitle={`${kindText(row)} · ${schemeText(row)}`}
      subject={row.key}
      {...inspector}
    >
      <DrawerFacts
        facts={[
          ['Net', money(net)],
          ['VAT', money(vat)],
          ['Gross', money(gross)],
          ['Owed by', VAT_LIABLE_LABELS[row.liable]],
          ['Source', sourceText(row)],
        ]}
      />
      {/* Another row begins at its first page; so does another currency, whose amounts these are not. */}
      <Lines key={`${row.key} ${asked.currencyCode}`} row={row} asked={asked} />
    </Inspector>
  )
}

function Lines({ row, asked }: Pick<VatLinesDrawerProps, 'row' | 'asked'>) {
  const [pages, setPages] = useState(1)
  const { answers, read } = usePages(pages, PAGE_SIZE, (page, options) =>
    trpc.vatReport.getLines.queryOptions({ ...asked, key: row.key, ...page }, options),
  )
  return (
    <FileLines
      companyId={asked.companyId}
      count={row.rowCount}
      pages={answers}
      onMore={() => setPages(pages + 1)}
      file={{
        name: `vat-lines-${asked.startDate}-${asked.endDate}`,
        content: () => exportedVatLines(row, asked, read),
      }}
    >
      {(line) => shownLine(line, asked.currencyCode)}
    </FileLines>
  )
}

const shownLine = (
  { marketplace, sku, transactionId, currency, own, converted }: VatLine,
  money: string,
) => ({
  about: [marketplace, sku, transactionId].filter(Boolean).join(' · '),
  amounts: (
    <>
      <span>{own.vat === null ? NO_VALUE : `${exactText(own.vat, currency)} ${currency}`}</span>
      <span className={rowStyles.original}>
        {own.net === null ? 'no amount' : `of ${exactText(own.net, currency)} net`}
      </span>
    </>
  ),
  remark: currency !== money && own.vat !== null && (
    <p className={styles.remark}>
      {converted.vat === null
        ? 'There is no exchange rate for its day.'
        : `VAT in ${money}: ${exactText(converted.vat, money)}`}
    </p>
  ),
})
