import { Download } from 'lucide-react'
import type { ImportRecord } from '#contract/imports.ts'
import { DownloadButton } from '#web/shell/DownloadButton.tsx'
import { rangeText } from '#web/ui/dates.ts'
import { countText, exactText, wholeText } from '#web/ui/numbers.ts'
import { STATUS } from '#web/import-status/import-words.ts'
import styles from './ImportResult.module.css'
import { ArchiveParts } from './ArchiveParts.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { SettlementTable } from './SettlementTable.tsx'

/** What came of a file: what it is, which days it covers, how its rows were taken, and whether its sums agree. */
export function ImportResult({ record }: { record: ImportRecord }) {
  const { problem, counts, settlements, refusedRows, replaced, damages, parts } = record
  return (
    <div className={styles.result}>
      <p className={styles.meaning}>{problem?.text ?? meaningOf(record)}</p>
      <dl className={styles.facts}>
        <Fact name="Recognised as" value={record.reportLabel} />
        <Fact name="Read as" value={readAs(record)} />
        <Fact name="Account" value={record.account} />
        <Fact name="Marketplaces" value={record.marketplaces.join(', ')} />
        <Fact
          name="Days"
          value={record.firstDay && record.lastDay && rangeText(record.firstDay, record.lastDay)}
        />
        {counts && (
          <>
            <Fact name="Rows read" value={wholeText(counts.read)} />
            <Fact name="Kept" value={wholeText(counts.kept)} />
            <Fact name="Already known" value={wholeText(counts.known)} />
            <Fact name="Stored, not counted" value={wholeText(counts.inactive)} />
            <Fact name="Refused" value={wholeText(counts.refused)} />
          </>
        )}
      </dl>
      {parts.length > 0 && <ArchiveParts companyId={record.companyId} parts={parts} />}
      {damages.length > 0 && (
        <ul className={styles.notes} aria-label="What a spreadsheet program removed from this file">
          {damages.map(({ column, rows, isAbsent }) => (
            <li key={column}>
              {isAbsent
                ? `The file has no column ${column}.`
                : `A spreadsheet damaged ${column} in ${countText(rows, 'row')}.`}{' '}
              Download the report again, and import it as it is.
            </li>
          ))}
        </ul>
      )}
      {replaced.length > 0 && (
        <ul className={styles.notes} aria-label="Rows that no longer count">
          {replaced.map(({ importId, fileName, settlementId, rows, amount, currency }) => (
            <li key={`${importId}.${settlementId}`}>
              {countText(rows, 'row')} of {fileName} no longer {rows === 1 ? 'counts' : 'count'}: settlement{' '}
              {settlementId}, {exactText(amount, currency)} {currency}. This file has the better version of
              the settlement.
            </li>
          ))}
        </ul>
      )}
      {settlements.length > 0 && (
        <SettlementTable label="Settlements of this file" settlements={settlements} />
      )}
      {refusedRows.length > 0 && (
        <section>
          <div className={styles.refusedHead}>
            <h3>Refused rows</h3>
            <DownloadButton
              file="refusedRows"
              companyId={record.companyId}
              importId={record.id}
              icon={Download}
            >
              {countText(counts?.refused ?? refusedRows.length, 'row')} as CSV
            </DownloadButton>
          </div>
          <RefusedRows rows={refusedRows} />
        </section>
      )}
    </div>
  )
}

/** What a person said of the columns of a list of costs. */
function readAs({ costs, costQuestion }: ImportRecord): string | null {
  if (!costs || !costQuestion) return null
  const heading = (column: number) => costQuestion.headings[column] || `column ${column + 1}`
  const currency =
    costs.currencyColumn === null ? costs.currency : `currency in ${heading(costs.currencyColumn)}`
  const from =
    costs.validFromColumn === null ? `from ${costs.validFrom}` : `days in ${heading(costs.validFromColumn)}`
  return `SKU in ${heading(costs.skuColumn)}, cost in ${heading(costs.costColumn)}, ${currency}, ${from}`
}

function meaningOf({ status, counts }: ImportRecord): string {
  if (status !== 'PUBLISHED' || !counts) return STATUS[status].meaning
  return counts.kept === 0
    ? 'It has no new rows.'
    : `${countText(counts.kept, 'row')} ${counts.kept === 1 ? 'is' : 'are'} in use.`
}

/** Nothing where there is nothing to say. */
function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
