import type { PnlCell } from '#contract/profit-and-loss.ts'
import { growthText, priceText, wholeText } from '#web/ui/numbers.ts'
import { NoValue, NumberText, Percent } from '#web/ui/NumberText.tsx'
import { isResult, type StatementRow } from './pnl-rows.ts'
import styles from './PnlTable.module.css'

interface CellProps {
  row: StatementRow
  cell: PnlCell
}

export function Amount({ row, cell, currencyCode }: CellProps & { currencyCode: string }) {
  if (row.look === 'margin') return <Percent share={cell.percentOfNetSales} isResult />
  return (
    <NumberText
      value={cell.value}
      format={row.unit === 'price' && currencyCode !== 'JPY' ? priceText : wholeText}
      isResult={isResult(row.look)}
    />
  )
}

interface ShareProps extends CellProps {
  /** Stands alone in its column and is then set like an amount. */
  isOnly: boolean
  /** Carries a bar of its length. */
  hasCue: boolean
}

export function Share({ row, cell: { percentOfNetSales: share }, isOnly, hasCue }: ShareProps) {
  return (
    <>
      <Percent share={share} isResult={isOnly && isResult(row.look)} />
      {hasCue && share !== null && <Cue line={row.line} share={share} />}
    </>
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

/** Without something to compare with, a value is new; without either, there is nothing to say. */
export function Growth({ cell: { growth, value, previous } }: { cell: PnlCell }) {
  if (growth !== null) return growthText(growth)
  return value !== null && previous !== null ? 'new' : <NoValue />
}
