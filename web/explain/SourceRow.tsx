import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { readableWords } from '#contract/amazon-words.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { lineDefinition } from '#contract/profit-and-loss-lines.ts'
import type { ExplainRow } from '#contract/explain.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { dayText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { exactText, percentText, quantityText, withTrueMinus } from '#web/ui/numbers.ts'
import { RawLine } from './RawLine.tsx'
import styles from './SourceRow.module.css'

interface SourceRowProps {
  row: ExplainRow
  companyId: string
  currencyCode: string
}

/** One line of a file and what it adds; opened, it shows the line as it stood there. */
export function SourceRow({ row, companyId, currencyCode }: SourceRowProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const isCount = row.kind === 'COUNT'
  const rate = rateText(row)
  return (
    <li className={styles.row}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        className={styles.summary}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        <span className={styles.what}>
          <span className={styles.description}>
            <span className={styles.title}>{titleOf(row)}</span>
            {row.line !== null && codeOf(row) !== titleOf(row) && <small>{codeOf(row)}</small>}
            {rate && (
              <Badge>
                {RATE_NAMES[row.kind]} {rate}
              </Badge>
            )}
            {row.unmapped && <Badge kind="warning">Not mapped</Badge>}
          </span>
          <span className={styles.origin}>
            <span className={styles.day}>{dayText(row.day)}</span>
            <Identifier>{[row.marketplace, row.sku, row.orderId].filter(Boolean).join(' · ')}</Identifier>
          </span>
          <span className={styles.origin}>
            <Identifier>
              {row.fileName}:{row.lineNumber}
            </Identifier>
          </span>
        </span>
        <span className={styles.amounts}>
          <span>{isCount ? countOf(row) : <Converted row={row} currencyCode={currencyCode} />}</span>
          {!isCount && row.currency !== currencyCode && (
            <span className={styles.original}>
              {exactText(row.amount, row.currency)} {row.currency}
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <div id={details} className={styles.details}>
          <dl className={styles.facts}>
            {factsOf(row, currencyCode).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={styles.value}>
                  {IDENTIFIERS.has(name) ? <Identifier>{value}</Identifier> : value}
                </dd>
              </div>
            ))}
          </dl>
          <RawLine
            rawLine={row.rawLine}
            fileName={row.fileName}
            lineNumber={row.lineNumber}
            companyId={companyId}
            importId={row.importId}
          />
          {row.costEntry && <RawLine {...row.costEntry} companyId={companyId} />}
        </div>
      )}
    </li>
  )
}

/** What is counted beside the ledger has no words of its own for its amounts: a row of a report states many. */
const titleOf = (row: ExplainRow): string =>
  row.line === null ? countsAs(row) : readableWords(codeOf(row)) || countsAs(row)

/** What the file calls it. */
const codeOf = ({ amountDescription, amountType, transactionType }: ExplainRow): string =>
  amountDescription || amountType || transactionType

const countsAs = ({ line, metricId }: ExplainRow): string =>
  line === null ? metricOf(metricId).label : lineDefinition(line).label

const countOf = ({ amount }: ExplainRow): string => quantityText(amount)

function Converted({ row: { converted }, currencyCode }: { row: ExplainRow; currencyCode: string }) {
  if (converted === null) return <span className={styles.missing}>no exchange rate</span>
  return exactText(converted, currencyCode)
}

/** Codes, which are set in the type that keeps their characters apart. */
const IDENTIFIERS = new Set(['SKU', 'Order', 'Settlement', 'Price list'])

const RATE_NAMES = {
  SALES_VAT: 'VAT',
  FEE_VAT: 'VAT on fees',
  COST: 'Unit cost',
  AMOUNT: '',
  COUNT: '',
}

/** The rate that a derived row was made with. */
const rateText = ({ rate, kind }: ExplainRow): string | null =>
  rate && (kind === 'COST' ? rate : percentText(Number(rate)))

/** Everything else that is known of the row; what is empty is left out. */
function factsOf(row: ExplainRow, currencyCode: string): [string, string][] {
  const facts: [string, string | null][] = [
    ['Day', dayText(row.day)],
    ['Counts as', countsAs(row)],
    ['Transaction', row.transactionType],
    ['Type', [row.amountType, row.amountDescription].filter(Boolean).join(' / ')],
    ['Marketplace', row.marketplace || 'Not allocated'],
    ['SKU', row.sku],
    ['Order', row.orderId],
    ['Settlement', row.settlementId],
    [RATE_NAMES[row.kind], rateText(row)],
    ['Price list', row.costEntry && `${row.costEntry.fileName}:${row.costEntry.lineNumber}`],
    ['Amount', row.kind === 'COUNT' ? countOf(row) : withTrueMinus(`${row.amount} ${row.currency}`)],
    ['Share by net sales', row.share && percentText(Number(row.share))],
    [
      'Converted',
      row.exchangeRate && row.converted && row.currency !== currencyCode
        ? `${withTrueMinus(row.converted)} ${currencyCode} at ${row.exchangeRate}`
        : null,
    ],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
