import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChangeExplanation, ChangeKey } from '#contract/explain.ts'
import { beforeText } from '#contract/lack-words.ts'
import { isMetricId, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { changeOf } from '#web/charts/change.ts'
import type { ChartFormat } from '#web/charts/chart-series.ts'
import { RankedBars } from '#web/charts/RankedBars.tsx'
import { useAnswered } from '#web/dashboard/use-answered.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { sheetFrom, typeOfUnit, type Sheet } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { compactText, countText, exactText, isZero, unitText } from '#web/ui/numbers.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { scopeOfCell } from './cell-scope.ts'
import { CurrencyBridge } from './CurrencyBridge.tsx'
import type { ExplainedCell } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { changeKeysOffered } from './group-names.ts'
import { Section } from './Section.tsx'
import { subjectFacts } from './told-apart-export.ts'
import { useHasBrands } from './use-has-brands.ts'
import styles from './WhatChanged.module.css'

interface WhatChangedProps {
  scope: ExplainScope
  cell: ExplainedCell
  comparison: { start: string; end: string }
  onExplain: (metric: MetricId) => void
}

const NAMED = 5
interface ByWords {
  label: string
  noun: { one: string; many: string }
  none: string
}
const BY: Record<ChangeKey, ByWords> = {
  product: { label: 'Products', noun: { one: 'product', many: 'products' }, none: 'No product' },
  brand: { label: 'Brands', noun: { one: 'brand', many: 'brands' }, none: 'No product, no brand' },
  marketplace: {
    label: 'Marketplaces',
    noun: { one: 'marketplace', many: 'marketplaces' },
    none: 'Not allocated',
  },
  line: { label: 'Lines', noun: { one: 'line', many: 'lines' }, none: '' },
}

/** The change against the comparison, and who made it: they add up to it. */
export function WhatChanged({ scope, cell, comparison: against, onExplain }: WhatChangedProps) {
  const { metric: metricId, start, end } = cell
  const asked = { ...scope, ...scopeOfCell(cell) }
  const keys = changeKeysOffered(metricId, cell, asked, useHasBrands(scope) ?? false)
  const [chosen, setChosen] = useState<ChangeKey>((keys.includes('line') ? 'line' : keys[0]) ?? 'line')
  const query = useQuery({
    ...trpc.audit.explainChange.queryOptions({
      ...asked,
      metricId,
      by: chosen,
      startDate: start,
      endDate: end,
      comparisonStart: against.start,
      comparisonEnd: against.end,
    }),
    placeholderData: keepPreviousData,
  })
  const question = useMemo(
    () => ({ by: chosen, comparison: { start: against.start, end: against.end } }),
    [chosen, against.start, against.end],
  )
  // Of another number or scope this is another section.
  const { by: key, comparison } = useAnswered(question, query).asked
  const by = BY[key]
  return (
    <Section
      title={`Against ${compactRangeText(comparison.start, comparison.end)}`}
      note={scope.currencyCode}
    >
      <QueryBody title="What changed" query={query}>
        {(found) => (
          <>
            <p className={styles.change}>{changeText(metricId, found, scope.currencyCode)}</p>
            {found.exchangeRates && found.change !== null && (
              <CurrencyBridge
                change={found.change}
                exchangeRates={found.exchangeRates}
                currencyCode={scope.currencyCode}
              />
            )}
            {beforeText(found.lacks) !== null && (
              <p className={styles.change}>One or both values are {beforeText(found.lacks)}.</p>
            )}
            {found.change !== null && keys.length > 0 && (
              <>
                <div className={styles.by}>
                  <SegmentedControl
                    label="Broken down by"
                    options={keys.map((value) => ({ value, label: BY[value].label }))}
                    value={chosen}
                    onChange={setChosen}
                  />
                  {found.contributors.length > 0 && (
                    <ChartExport
                      title={`Change of ${metricOf(metricId).label} by ${by.noun.one}`}
                      isDisabled={query.isPlaceholderData}
                      sheet={() => changesSheet(found, metricId, { scope, by })}
                      facts={subjectFacts({
                        scope: asked,
                        metric: metricId,
                        term: metricId,
                        start,
                        end,
                        parts: [['Compared with', `${comparison.start} to ${comparison.end}`]],
                      })}
                    />
                  )}
                </div>
                {found.contributors.length > 0 && (
                  <RankedBars
                    summary={`What changed, by ${by.noun.one}`}
                    changes={changesOf(found, by)}
                    format={formatOf(metricOf(metricId).unit, scope.currencyCode)}
                    netLabel="Change"
                    noun={by.noun}
                    named={NAMED}
                    better={betterOf(metricId)}
                    {...(key === 'line' && {
                      onPress: ([id]: readonly string[]) => {
                        if (id && isMetricId(id)) onExplain(id)
                      },
                    })}
                  />
                )}
                {found.contributors.length === 0 && !isZero(found.change) && (
                  <p>An exchange rate is missing, so this can&apos;t be broken down.</p>
                )}
              </>
            )}
          </>
        )}
      </QueryBody>
    </Section>
  )
}

const ABSENCE = {
  DAYS: 'Some of the days have no file, so there is nothing to compare with.',
  RATES: 'An exchange rate is missing, so there is nothing to compare.',
  SOURCES: 'One of the two values leaves something out that the other may include, so they are not compared.',
  UNDEFINED: 'One of the two values has nothing to divide by, so there is nothing to compare.',
} as const

/** `€4,383.02 after €4,361.18: +0.5%` */
function changeText(metricId: MetricId, found: ChangeExplanation, currencyCode: string): string {
  const { unit, isCost } = metricOf(metricId)
  const { full } = formatOf(unit, currencyCode)
  const { value, previous } = found
  if (found.absence !== null) return ABSENCE[found.absence]
  if (value === null || previous === null) return ''
  const { text } = changeOf(value, previous, { isRatio: unit === 'percent', isCost })
  return `${full(value)} after ${full(previous)}: ${text}`
}

function changesOf({ contributors, others }: ChangeExplanation, by: ByWords) {
  const named = contributors.map(({ key, label, change }) => ({
    id: key === '' ? 'none' : key,
    label: label === '' ? by.none : label,
    amount: change,
  }))
  if (others === null) return named
  return [
    ...named,
    { id: 'others', label: countText(others.count, `other ${by.noun.one}`), amount: others.change },
  ]
}

function changesSheet(
  found: ChangeExplanation,
  metricId: MetricId,
  { scope, by }: Pick<WhatChangedProps, 'scope'> & { by: ByWords },
): Sheet {
  const rows = [...changesOf(found, by), { id: 'total', label: 'Change', amount: found.change }]
  return sheetFrom(
    rows,
    [
      ['Key', 'text', ({ id }) => id],
      ['Name', 'text', ({ label }) => label],
      ['Change', typeOfUnit(metricOf(metricId).unit), ({ amount }) => amount],
    ],
    scope.currencyCode,
  )
}

/** Of a cost, stored below zero, more is a smaller one. */
function betterOf(metricId: MetricId): 'more' | 'less' | undefined {
  const { better, isCost } = metricOf(metricId)
  if (better === 'neither') return undefined
  return isCost ? 'more' : better
}

const formatOf = (unit: MetricUnit, currencyCode: string): ChartFormat => ({
  short: compactText,
  full: (text) =>
    unit === 'money' || unit === 'price' ? exactText(text, currencyCode) : unitText(unit, text),
  isRatio: unit === 'percent',
})
