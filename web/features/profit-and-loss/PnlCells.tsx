import type { PnlCell } from '#contract/profit-and-loss.ts'
import { cx } from '#web/ui/class-names.ts'
import { exactText, growthText, priceText, wholeText } from '#web/ui/numbers.ts'
import { NoValue, NumberText, Percent } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isResult, type StatementRow } from './pnl-rows.ts'
import styles from './PnlTable.module.css'

interface CellProps {
  row: StatementRow
  /** Undefined while it is being read. */
  cell: PnlCell | undefined
  className: string
  tabIndex: number
  'data-cell': string
  'aria-selected': true | undefined
}

export function AmountCell({ row, cell, currencyCode, ...props }: CellProps & { currencyCode: string }) {
  return (
    <td {...props} title={exactHint(row, cell, currencyCode)}>
      {cell === undefined ? (
        <Skeleton width="60%" />
      ) : row.look === 'margin' ? (
        <Percent share={cell.percentOfNetSales} isResult />
      ) : (
        <NumberText
          value={cell.value}
          format={row.unit === 'price' && currencyCode !== 'JPY' ? priceText : wholeText}
          isResult={isResult(row.look)}
        />
      )}
    </td>
  )
}

/** What rounding to whole units leaves out. */
function exactHint(row: StatementRow, cell: PnlCell | undefined, currencyCode: string): string | undefined {
  if (!cell?.value || row.unit !== 'money' || row.look === 'margin') return undefined
  return `${exactText(cell.value, currencyCode)} ${currencyCode}`
}

interface PercentCellProps extends CellProps {
  /** Stands alone in its column and is then set like an amount. */
  isOnly: boolean
  /** Carries a bar of its length. */
  hasCue: boolean
}

export function PercentCell({ row, cell, isOnly, hasCue, className, ...props }: PercentCellProps) {
  const share = cell?.percentOfNetSales
  // A margin beside itself says nothing twice; units have no share of sales.
  const isBlank = row.unit !== 'money' || (row.look === 'margin' && !isOnly)
  return (
    <td {...props} className={cx(className, !isOnly && styles.beside)}>
      {isBlank ? null : cell === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <Percent share={share} isResult={isOnly && isResult(row.look)} />
      )}
      {hasCue && !isOnly && !isBlank && share != null && <Cue line={row.line} share={share} />}
    </td>
  )
}

/** A bar of 100 % would be this long, which no cost reaches; a shorter one than the other is a speck. */
const CUE_WIDTH_MAX = 112
const CUE_WIDTH_MIN = 2

function Cue({ line, share }: { line: StatementRow['line']; share: number }) {
  const width = Math.min(Math.abs(share), 1) * CUE_WIDTH_MAX
  const background = CUE_COLOURS[line]
  if (!background || width < CUE_WIDTH_MIN) return null
  return <span className={styles.cue} style={{ width, background }} />
}

/** Costs and profit that carry a bar under their share, in the colour of what they are. */
const CUE_COLOURS: Partial<Record<StatementRow['line'], string>> = {
  promotions: 'var(--c-other)',
  refunds: 'var(--c-refunds)',
  salesVat: 'var(--c-other)',
  cogs: 'var(--c-cogs)',
  sellingFees: 'var(--c-fees)',
  fulfilmentCosts: 'var(--c-fees)',
  storageAndInventory: 'var(--c-fees)',
  marketing: 'var(--c-ads)',
  accountLevel: 'var(--c-other)',
  operatingExpenses: 'var(--c-other)',
  netProfit: 'var(--c-profit)',
}

export function GrowthCell({ row, cell, className, ...props }: CellProps) {
  return (
    <td {...props} className={cx(className, styles.beside)}>
      {row.look === 'margin' ? null : cell === undefined ? <Skeleton width="60%" /> : <Growth cell={cell} />}
    </td>
  )
}

/** Without something to compare with, a value is new; without either, there is nothing to say. */
function Growth({ cell: { growth, value, previous } }: { cell: PnlCell }) {
  if (growth !== null) return growthText(growth)
  return value !== null && previous !== null ? 'new' : <NoValue />
}
