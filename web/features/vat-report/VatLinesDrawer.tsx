import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { VAT_LIABLE_LABELS, type VatLine, type VatRow } from '#contract/vat-report.ts'
import { More } from '#web/explain/More.tsx'
import { RawLine } from '#web/explain/RawLine.tsx'
import { Section } from '#web/explain/Section.tsx'
import rowStyles from '#web/explain/SourceRow.module.css'
import sourceStyles from '#web/explain/SourceRows.module.css'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { dayText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Inspector, type InspectorProps } from '#web/ui/Inspector.tsx'
import { countText, exactText, NO_VALUE } from '#web/ui/numbers.ts'
import { rateOf } from './vat-columns.tsx'
import { exportedVatLines } from './vat-lines-export.ts'
import { arrivalText, kindText, schemeText, sourceText } from './vat-words.ts'
import styles from './VatReportPage.module.css'

interface VatLinesDrawerProps extends Pick<InspectorProps, 'neighbours' | 'onClose'> {
  row: VatRow
  asked: { companyId: string; startDate: string; endDate: string; currencyCode: CurrencyCode; asOf?: string }
}

const PAGE_SIZE = 50

/** The lines of files that one row of the report is the sum of. */
export function VatLinesDrawer({ row, asked, ...inspector }: VatLinesDrawerProps) {
  const [pages, setPages] = useState(1)
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...trpc.vatReport.getLines.queryOptions({
        ...asked,
        key: row.key,
        limit: PAGE_SIZE,
        offset: page * PAGE_SIZE,
      }),
      placeholderData: keepPreviousData,
    })),
  })
  const lines = answers.flatMap(({ data }) => data?.rows ?? [])
  const rate = rateOf(row.rate)
  const { net, vat, gross } = row.own
  const money = (amount: string | null) =>
    amount === null ? NO_VALUE : `${exactText(amount, row.currency)} ${row.currency}`
  return (
    <Inspector
      title={[arrivalText(row) ?? 'Not known', rate && `${rate} %`].filter(Boolean).join(', ')}
      subtitle={`${kindText(row)} · ${schemeText(row)}`}
      subject={row.key}
      takesFocus
      {...inspector}
    >
      <dl className={styles.facts}>
        {(
          [
            ['Net', money(net)],
            ['VAT', money(vat)],
            ['Gross', money(gross)],
            ['Owed by', VAT_LIABLE_LABELS[row.liable]],
            ['Source', sourceText(row)],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Section title="Lines of files" note={countText(row.rowCount, 'line')}>
        <QueryBody title="The lines" query={answers[0]!}>
          {({ rowCount }) => (
            <>
              <div className={sourceStyles.tools}>
                <ExportMenu
                  content={() =>
                    exportedVatLines(row, asked, (page) =>
                      queryClient.fetchQuery(
                        trpc.vatReport.getLines.queryOptions(
                          { ...asked, key: row.key, ...page },
                          { gcTime: 0 },
                        ),
                      ),
                    )
                  }
                  fileName={`vat-lines-${asked.startDate}-${asked.endDate}`}
                />
              </div>
              <ol>
                {lines.map((line) => (
                  <Line
                    key={`${line.importId}.${line.lineNumber}.${line.day}`}
                    line={line}
                    companyId={asked.companyId}
                    currencyCode={asked.currencyCode}
                  />
                ))}
              </ol>
              <More
                shown={lines.length}
                total={rowCount}
                later={answers.slice(1)}
                onMore={() => setPages(pages + 1)}
              />
            </>
          )}
        </QueryBody>
      </Section>
    </Inspector>
  )
}

interface LineProps {
  line: VatLine
  companyId: string
  currencyCode: string
}

function Line({ line, companyId, currencyCode }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { own, converted, currency } = line
  return (
    <li className={rowStyles.row}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        className={rowStyles.summary}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        <span className={rowStyles.what}>
          <span className={rowStyles.origin}>
            <span className={rowStyles.day}>{dayText(line.day)}</span>
            <Identifier>
              {[line.marketplace, line.sku, line.transactionId].filter(Boolean).join(' · ')}
            </Identifier>
          </span>
          <span className={rowStyles.origin}>
            <Identifier>
              {line.fileName}:{line.lineNumber}
            </Identifier>
          </span>
        </span>
        <span className={rowStyles.amounts}>
          <span>{own.vat === null ? NO_VALUE : `${exactText(own.vat, currency)} ${currency}`}</span>
          <span className={rowStyles.original}>
            {own.net === null ? 'no amount' : `of ${exactText(own.net, currency)} net`}
          </span>
        </span>
      </button>
      {isOpen && (
        <div id={details} className={rowStyles.details}>
          {currency !== currencyCode && own.vat !== null && (
            <p className={styles.remark}>
              {converted.vat === null
                ? 'There is no exchange rate for its day.'
                : `VAT in ${currencyCode}: ${exactText(converted.vat, currencyCode)}`}
            </p>
          )}
          <RawLine
            rawLine={line.rawLine}
            fileName={line.fileName}
            lineNumber={line.lineNumber}
            companyId={companyId}
            importId={line.importId}
          />
        </div>
      )}
    </li>
  )
}
