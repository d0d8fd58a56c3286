import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { UnitEconomicsRow } from '#contract/unit-economics.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { LedgerWaterfall } from '#web/charts/LedgerWaterfall.tsx'
import { moneyFormat } from '#web/charts/formats.ts'
import { useAnswered } from '#web/dashboard/use-answered.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { priceSteps } from '#web/metrics/price-steps.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import styles from './UnitEconomicsPage.module.css'
import type { UnitEconomicsView } from './unit-economics-view.ts'

interface UnitDetailProps {
  row: UnitEconomicsRow
  /** Of the answer that the row is of. */
  scope: DashboardScope
  view: UnitEconomicsView
}

/** One unit of a row: how its price becomes profit, and what would be if something about it were otherwise. */
export const UnitDetail = (props: UnitDetailProps) => (
  <div className={styles.detail}>
    <PriceToProfit {...props} />
    <WhatIf {...props} />
  </div>
)

function PriceToProfit({ row: { unitEconomics }, scope }: UnitDetailProps) {
  return (
    <LedgerWaterfall
      summary="From price to profit, per unit"
      steps={priceSteps(unitEconomics)}
      resultLabel="Profit per unit"
      format={moneyFormat(scope.currencyCode)}
      heads={{ amount: scope.currencyCode, share: 'Of price' }}
    />
  )
}

const FIELDS = {
  price: 'Price after promotions',
  landedCost: 'Landed cost',
  advertising: 'Advertising',
  referralFee: 'Referral fee',
  fulfilmentFee: 'Fulfilment',
} as const
type Field = keyof typeof FIELDS
const FIELD_NAMES = Object.keys(FIELDS) as Field[]

/** Nothing of it is saved. */
function WhatIf({ row, scope, view }: UnitDetailProps) {
  const [changes, setChanges] = useState<Partial<Record<Field, string>>>({})
  const asked = useDeferredValue(changes)
  const simulation = useQuery({
    ...trpc.unitEconomics.simulate.queryOptions({
      ...scope,
      startDate: view.startDate,
      endDate: view.endDate,
      contingency: view.contingency,
      groupBy: view.groupBy,
      key: row.key,
      ...asked,
    }),
    placeholderData: keepPreviousData,
  })
  const { unitEconomics } = row
  const standing: Record<Field, string | null> = {
    price: paidPrice(row),
    landedCost: unitEconomics.unitCogs.value,
    advertising: unitEconomics.unitAdvertising.value,
    referralFee: unitEconomics.unitReferralFee.value,
    fulfilmentFee: unitEconomics.unitFulfilmentFee.value,
  }
  const money = { kind: 'money', currencyCode: scope.currencyCode } as const
  const found = simulation.data
  // What it was asked for is what it is compared with.
  const before = useAnswered(row, simulation).asked.unitEconomics
  const figures: KeyFigure[] = [
    figure('unitProfit', 'Profit per unit', money, found && found.unitProfit, before.unitProfit.value),
    figure('unitMargin', 'Margin', RATIO, found && found.unitMargin, before.unitMargin.value),
    figure(
      'breakEvenAcos',
      'Break-even ACOS',
      RATIO,
      found && found.breakEvenAcos,
      before.breakEvenAcos.value,
    ),
    figure(
      'minimumPrice',
      'Price at zero profit',
      money,
      found && found.minimumPrice,
      before.minimumPrice.value,
    ),
  ]
  return (
    <section className={styles.whatIf} aria-label={`What if, ${row.identity.name || row.key}`}>
      <header>
        <b>What if</b>
        <span>Per unit. Nothing is saved.</span>
        <Button
          kind="ghost"
          size="sm"
          disabledReason={Object.keys(changes).length === 0 ? 'Nothing is changed.' : undefined}
          onPress={() => setChanges({})}
        >
          Reset
        </Button>
      </header>
      <div className={styles.fields}>
        {FIELD_NAMES.map((name) => (
          <MoneyField
            key={name}
            label={FIELDS[name]}
            currencyCode={scope.currencyCode}
            min="0"
            value={changes[name] ?? standing[name]}
            onChange={(value) => {
              const { [name]: _, ...others } = changes
              setChanges(value === null || value === standing[name] ? others : { ...others, [name]: value })
            }}
          />
        ))}
      </div>
      <KeyFigures
        label="With these values"
        status={queryStatus(simulation)}
        figures={figures}
        comparison="vs now"
        size="inspector"
      />
    </section>
  )
}

/** What a buyer pays after promotions. */
function paidPrice({ unitEconomics: { netPrice, unitVat } }: UnitEconomicsRow): string | null {
  if (netPrice.value === null || unitVat.value === null) return null
  return toText(parseDecimal(netPrice.value) + parseDecimal(unitVat.value))
}

const RATIO = { kind: 'ratio' } as const

const figure = (
  id: string,
  label: string,
  unit: KeyFigure['unit'],
  value: KeyFigure['value'],
  prior: string | null,
): KeyFigure => ({ id, label, unit, value, prior, better: id === 'minimumPrice' ? 'less' : 'more' })
