import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Exchange, ExchangeRow } from '#contract/journals.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { Band } from '#web/shell/Page.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { countText } from '#web/ui/numbers.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { exchangeColumns, type ShownExchange } from './exchange-columns.tsx'
import styles from './JournalsPage.module.css'

interface ExchangeTableProps {
  asked: { companyId: string; startDate: string; endDate: string; asOf?: string }
  /** Controls that stand over every part of the page. */
  controls: React.ReactNode
  onSettlement: (row: ExchangeRow) => void
}

/** What payouts in other currencies than the books gained or lost between the journal and the bank. */
export function ExchangeTable(props: ExchangeTableProps) {
  const query = useQuery({
    ...trpc.journals.getExchange.queryOptions(props.asked),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryBody title="Exchange" query={query}>
      {(exchange) => <Rows {...props} exchange={exchange} />}
    </QueryBody>
  )
}

function Rows({ asked, controls, onSettlement, exchange }: ExchangeTableProps & { exchange: Exchange }) {
  const { startDate, endDate, bookCurrency, rows, difference, withoutDifference } = exchange
  const hasAccounts = new Set(rows.map(({ account }) => account)).size > 1
  const columns = useMemo(() => exchangeColumns(bookCurrency, hasAccounts), [bookCurrency, hasAccounts])
  const totals = useMemo(
    () => (rows.length > 0 ? { total: difference, withoutDifference } : undefined),
    [rows, difference, withoutDifference],
  )
  const table = useTable<ShownExchange>({ id: 'journals-exchange', columns, rows, rowId: idOf, totals })
  const undecided = rows.filter(({ payout }) => payout?.isUndecided).length
  return (
    <>
      <TableToolbar label="Exchange" lead={controls}>
        <ExportMenu
          content={() => ({
            sheet: sheetOf(table.columns, rowsOf(table.lines)),
            facts: [
              ['Dates', `${startDate} to ${endDate}`],
              ['Currency', 'of each payout'],
              ...pastFacts(asked.asOf),
              ['Currency of the books', bookCurrency],
              ['Payouts without a gain or loss, which are in no sum', String(withoutDifference), 'count'],
              ['Payouts among whose rows at the bank nobody has chosen', String(undecided), 'count'],
              ...(asked.asOf === undefined ? [] : [['Not in it', BANK_OF_NOW] as const]),
            ],
          })}
          fileName={`exchange-${startDate}-${endDate}`}
        />
      </TableToolbar>
      <PaperTables table={table}>
        {(part) => (
          <DataTable
            table={part}
            label="Exchange"
            empty={
              <StateMessage place="section" title="No other currency">
                All journals of these days are in {bookCurrency}, the currency of the books.
              </StateMessage>
            }
            onOpen={(row) => {
              if (!('total' in row)) onSettlement(row)
            }}
          />
        )}
      </PaperTables>
      <Band className={styles.foot}>
        <p className={styles.remark}>
          A journal stays in the currency of its settlement. Here it is converted at the rate of its day, and
          its payout at the rate of the day it arrived: according to your bank statement if it contains the
          payout, otherwise as Amazon states it. If all amounts are converted at the latest rate, nothing is
          gained or lost.{' '}
          {withoutDifference > 0 &&
            `${countText(withoutDifference, 'payout')} ${withoutDifference === 1 ? 'is' : 'are'} not included in the totals. `}
          {asked.asOf !== undefined && `${BANK_OF_NOW} `}
          {undecided > 0 &&
            `For ${countText(undecided, 'payout')}, more than one bank transaction matches and none has been confirmed: they count as Amazon states them.`}
        </p>
      </Band>
    </>
  )
}

const BANK_OF_NOW = 'Bank statements are always current, so they are left out of past numbers.'

const idOf = (row: ShownExchange): string => ('total' in row ? 'total' : row.number)
