import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DateRange } from '#contract/date-range.ts'
import { DRIVERS, type Driver } from '#contract/metrics/variance.ts'
import type { Contributors } from '#contract/weekly-review.ts'
import { moneyFormat } from '#web/charts/formats.ts'
import { RankedBars } from '#web/charts/RankedBars.tsx'
import { useAnswered } from '#web/dashboard/use-answered.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { MoversTable, useMoversTable } from '#web/metrics/MoversTable.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { amountFact, rowsOf, sheetOf, type Facts } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { moneyParts } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import type { WeeklyReviewView } from './weekly-review-view.ts'
import styles from './WeeklyReview.module.css'

const DRIVER_LABELS: Record<Driver, string> = {
  volume: 'Traffic',
  mix: 'Mix of products visited',
  conversion: 'Conversion',
  price: 'Price',
  newOrGone: 'New or gone products',
}

export interface Held {
  label: string
  days: DateRange
}

interface WhatMovedProps {
  frame: DashboardFrame<WeeklyReviewView>
  period: DateRange
  /** What the period can be held against. */
  against: readonly [before: Held, yearAgo: Held]
}

/** What made the difference in sales: by traffic, conversion and price, and by product. */
export function WhatMoved({ frame, period, against }: WhatMovedProps) {
  const { scope, isReady, drawer } = frame
  const [chosen, setChosen] = useState('0')
  const { days } = against[Number(chosen)] ?? against[0]
  const query = useQuery({
    ...trpc.wbr.getContributors.queryOptions(
      isReady
        ? {
            ...scope,
            startDate: period.start,
            endDate: period.end,
            comparison: { startDate: days.start, endDate: days.end },
          }
        : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const question = useMemo(
    () => ({
      period: { start: period.start, end: period.end },
      days: { start: days.start, end: days.end },
      currencyCode: scope.currencyCode,
    }),
    [period.start, period.end, days.start, days.end, scope.currencyCode],
  )
  const { asked } = useAnswered(question, query)
  const { currencyCode } = asked
  const answer = query.data
  const status = queryStatus(query)
  const table = useMoversTable('weekly-review.contributors', answer, currencyCode)
  return (
    <SectionFrame
      title="What moved"
      note={`sales of ${rangeText(asked.period.start, asked.period.end)} against ${rangeText(asked.days.start, asked.days.end)}`}
      height={280}
      isFlush
      status={
        answer?.rows.length === 0
          ? {
              kind: 'empty',
              title: 'No product to compare',
              text: 'Import reports by product for these days and the days before to see what moved.',
            }
          : status
      }
      actions={
        <>
          <SegmentedControl
            label="Compared with"
            options={against.map(({ label }, index) => ({ value: `${index}`, label }))}
            value={chosen}
            onChange={setChosen}
          />
          <ExportMenu
            content={() => ({
              sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode),
              facts: answer ? driverFacts(answer) : [],
            })}
            fileName={`what-moved-${asked.period.start}-${asked.period.end}`}
            isDisabled={status.kind !== 'ready'}
          />
        </>
      }
    >
      <>
        {answer?.drivers && (
          <div className={styles.drivers}>
            <RankedBars
              summary="What traffic, mix, conversion and price made of the change of sales."
              changes={DRIVERS.map((driver) => ({
                id: driver,
                label: DRIVER_LABELS[driver],
                amount: answer.drivers![driver],
              }))}
              // To the cent: they add up.
              format={{
                ...moneyFormat(currencyCode),
                full: (amount) => centsText(amount, currencyCode),
              }}
              netLabel="Change of sales"
              noun={{ one: 'driver', many: 'drivers' }}
              better="more"
            />
          </div>
        )}
        <MoversTable label="What moved, by product" table={table} answer={answer} drawer={drawer} />
      </>
    </SectionFrame>
  )
}

const centsText = (amount: string, currencyCode: string): string =>
  moneyParts(amount, currencyCode)
    .map(({ text }) => text)
    .join('')

const driverFacts = ({ drivers }: Contributors): Facts =>
  drivers ? DRIVERS.map((driver) => amountFact(DRIVER_LABELS[driver], drivers[driver])) : []
