import { useState } from 'react'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { MOVEMENT_LABELS, STOCK_MOVEMENTS, type StockLine, type StockRow } from '#contract/stock-value.ts'
import { DrawerFacts } from '#web/explain/DrawerFacts.tsx'
import { FileLines } from '#web/explain/FileLines.tsx'
import rowStyles from '#web/explain/SourceRow.module.css'
import { usePages } from '#web/explain/use-pages.ts'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Inspector, type InspectorProps } from '#web/ui/Inspector.tsx'
import { exactText, NO_VALUE, wholeText } from '#web/ui/numbers.ts'
import { exportedStockLines } from './stock-lines-export.ts'

interface StockLinesDrawerProps extends Pick<InspectorProps, 'neighbours' | 'takesFocus' | 'onClose'> {
  row: StockRow
  currencyCode: string
  asked: { companyId: string; startDate: string; endDate: string; asOf?: string }
  /** All that is known of its product. */
  onProduct: () => void
}

const PAGE_SIZE = 50

/** The rows of Amazon's inventory ledger that the stock of one product is the sum of. */
export function StockLinesDrawer({
  row,
  currencyCode,
  asked,
  onProduct,
  ...inspector
}: StockLinesDrawerProps) {
  const { identity, key } = row
  const money = (amount: string | null) =>
    amount === null ? NO_VALUE : `${exactText(amount, currencyCode)} ${currencyCode}`
  return (
    <Inspector
      title={identity.name || identity.sku}
      subtitle={[
        identity.sku,
        marketplaceOf(row.marketplace)?.label,
        row.account,
        rangeText(row.firstDay, row.lastDay),
      ]
        .filter(Boolean)
        .join(' · ')}
      subject={key}
      actions={
        <Button size="sm" kind="ghost" onPress={onProduct}>
          Product
        </Button>
      }
      {...inspector}
    >
      <DrawerFacts
        facts={[
          ['Opening stock', units(row.opening)],
          ['Cost of a unit', money(row.openingCost)],
          ['Value', money(row.openingValue)],
          [
            'Closing stock',
            units(row.sellable === null || row.other === null ? null : row.sellable + row.other),
          ],
          ['Cost of a unit', money(row.closingCost)],
          ['Value', money(row.closingValue)],
        ]}
      />
      {/* Another row begins at its first page. */}
      <Lines key={key} row={row} asked={asked} />
    </Inspector>
  )
}

function Lines({ row, asked }: Pick<StockLinesDrawerProps, 'row' | 'asked'>) {
  const [pages, setPages] = useState(1)
  const { identity, key } = row
  const { answers, read } = usePages(pages, PAGE_SIZE, (page, options) =>
    trpc.stockValue.getLines.queryOptions({ ...asked, key, ...page }, options),
  )
  return (
    <FileLines
      companyId={asked.companyId}
      pages={answers}
      onMore={() => setPages(pages + 1)}
      file={{
        name: `stock-lines-${identity.sku}-${asked.startDate}-${asked.endDate}`,
        content: () => exportedStockLines(row, asked, read),
      }}
    >
      {(line) => ({
        about: [line.location, line.disposition, line.fnsku].filter(Boolean).join(' · '),
        amounts: (
          <>
            <span>
              {units(line.opening)} → {units(line.closing)}
            </span>
            <span className={rowStyles.original}>{movedText(line)}</span>
          </>
        ),
      })}
    </FileLines>
  )
}

const units = (count: number | null): string => (count === null ? NO_VALUE : wholeText(count))

/** `Received 50, Lost −2`; what is 0 is left out. */
function movedText({ moved }: StockLine): string {
  const parts = STOCK_MOVEMENTS.flatMap((movement) => {
    const count = moved[movement]
    return count === null || count === 0 ? [] : [`${MOVEMENT_LABELS[movement]} ${wholeText(count)}`]
  })
  return parts.length === 0 ? 'nothing moved' : parts.join(', ')
}
