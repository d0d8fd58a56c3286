import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Database, Link2 } from 'lucide-react'
import { isOfLedger, partsOf } from '#contract/metrics/evaluate.ts'
import { isToldByOrders } from '#contract/metrics/told-apart.ts'
import { isMetricId, METRIC_IDS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { NO_CATEGORY } from '#contract/dashboards/expenses.ts'
import type { ExplainInput } from '#contract/explain.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { isSettled } from '#contract/periods.ts'
import { PATHS } from '#web/paths.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { compactRangeText, dayOfMoment, today } from '#web/ui/dates.ts'
import { Inspector, type InspectorProps, type TrailStep } from '#web/ui/Inspector.tsx'
import { percentText } from '#web/ui/numbers.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './ExplainDrawer.module.css'
import { AgainstTransactions } from './AgainstTransactions.tsx'
import { Breakdown } from './Breakdown.tsx'
import { fileOf } from './metric-reports.ts'
import { Reading } from './Reading.tsx'
import { RatesUsed } from './RatesUsed.tsx'
import { Terms } from './Terms.tsx'
import { WhatChanged } from './WhatChanged.tsx'
import { cellNotes, missingTexts } from './lacks.ts'
import { scopeOfCell } from './cell-scope.ts'
import { isProduct, textOf, type DrawerStep, type ExplainedCell } from './explained-cell.ts'

/**
 * What the page is about: every number in it is explained within the same scope, and on the same basis. What is absent has
 * its default.
 */
export type ExplainScope = Pick<ExplainInput, 'companyId' | 'currencyCode'> &
  Partial<Omit<ExplainInput, 'metricId' | 'lineId' | 'startDate' | 'endDate' | 'limit' | 'offset'>>

interface ExplainDrawerProps {
  scope: ExplainScope
  cell: ExplainedCell
  /** What the page compares it with; null where it compares it with nothing. */
  comparison: { start: string; end: string } | null
  /** Its share of net sales, where the page shows one. */
  share: number | null
  takesFocus: boolean
  way?: ExplainWay
  onExplain: (cell: ExplainedCell) => void
  onClose: () => void
}

/** How one came to the number, and which stand around it in the table. */
export interface ExplainWay {
  trail: readonly DrawerStep[]
  /** To a step of the trail. */
  onBack: (place: number) => void
  neighbours?: InspectorProps['neighbours']
}

/** So many stretches of missing days are named. */
const MISSING_NAMED = 3

/** Where a number comes from: its formula, its parts, the rates used, and the lines of the files behind it. */
export function ExplainDrawer({
  scope,
  cell,
  comparison,
  share,
  takesFocus,
  way,
  onExplain,
  onClose,
}: ExplainDrawerProps) {
  const { metric, start, end } = cell
  const subject = textOf(cell)
  // An address can name anything.
  const isKnown = isMetricId(metric)
  return (
    <Inspector
      title={isKnown ? metricOf(metric).label : 'No such number'}
      subtitle={[compactRangeText(start, end), subjectOf(cell) ?? []].flat().join(', ')}
      subject={subject}
      takesFocus={takesFocus}
      neighbours={way?.neighbours}
      trail={way && trailSteps(way)}
      onClose={onClose}
    >
      {isKnown ? (
        <Explained
          // Amounts of another currency or selection are not shown as those of this one.
          key={`${subject} ${JSON.stringify(scope)}`}
          scope={scope}
          cell={cell}
          comparison={comparison}
          share={share}
          onExplain={(other) => onExplain(cellOfMetric(cell, other))}
        />
      ) : (
        <StateMessage kind="error" title="There is nothing to explain">
          This link points to a number that does not exist here. Choose one on the page.
        </StateMessage>
      )}
    </Inspector>
  )
}

/** The way to a number or product, as the head of the drawer says it. */
export const trailSteps = ({ trail, onBack }: Pick<ExplainWay, 'trail' | 'onBack'>): TrailStep[] =>
  trail.map((step, place) => ({
    label: isProduct(step)
      ? step.product
      : isMetricId(step.metric)
        ? metricOf(step.metric).label
        : step.metric,
    onPress: () => onBack(place),
  }))

/** Whose number it is, where it is not that of the whole page. */
function subjectOf({ of, isLeftOut }: ExplainedCell): string | null {
  if (of?.by === 'marketplace') return marketplaceOf(of.key)?.label ?? of.key
  if (of?.by === 'expense') return of.key || NO_CATEGORY
  if (of)
    return (
      of.key ||
      (of.by === 'brand'
        ? 'without a brand'
        : of.by === 'noBrand'
          ? 'without a product or brand'
          : 'without a product')
    )
  return isLeftOut ? 'not in the selection' : null
}

/** Another number of the same: what is no expense has no category of them. */
const cellOfMetric = ({ of, ...cell }: ExplainedCell, metric: MetricId): ExplainedCell => ({
  ...cell,
  metric,
  ...(of && of.by !== 'expense' && { of }),
})

type ExplainedProps = Pick<ExplainDrawerProps, 'scope' | 'cell' | 'comparison' | 'share'> & {
  onExplain: (metric: MetricId) => void
}

function Explained({ scope, cell, comparison, share, onExplain }: ExplainedProps) {
  const { metric, start, end } = cell
  const query = useQuery(
    trpc.audit.explainValue.queryOptions({
      ...scope,
      ...scopeOfCell(cell),
      metricId: metric,
      startDate: start,
      endDate: end,
      // They are asked for by themselves.
      limit: 0,
    }),
  )
  const explanation = query.data
  // The lines of the statement by transaction are of settlements.
  const file = isOfLedger(metric) && scope.basis !== 'ORDER' ? 'file' : fileOf(metric)
  const goesInto = cell.of?.by === 'expense' ? metric : metricThatContains(metric)

  if (query.isError) {
    return (
      <StateMessage
        kind="error"
        title="This number could not be explained"
        action={<Button onPress={() => void query.refetch()}>Try again</Button>}
      >
        {errorText(query.error)}
      </StateMessage>
    )
  }
  return (
    <>
      <section className={styles.top}>
        <Reading
          unit={metricOf(metric).unit}
          explanation={explanation}
          currencyCode={scope.currencyCode}
          file={file}
        />
        {share !== null && <span className={styles.share}>{percentText(share)} of net sales</span>}
        <p>
          {explanation?.definition ?? metricOf(metric).definition}{' '}
          <Link
            to={PATHS.glossary}
            params={{ companyId: scope.companyId }}
            hash={metric}
            className={styles.glossary}
          >
            More
          </Link>
        </p>
        {explanation && cellNotes(explanation, file).map((note) => <p key={note}>{note}</p>)}
        {explanation &&
          missingTexts(explanation.coverage, MISSING_NAMED).map((text) => <p key={text}>{text}</p>)}
        {goesInto && (
          <p className={styles.into}>
            Part of{' '}
            <Button kind="tertiary" onPress={() => onExplain(goesInto)}>
              {metricOf(goesInto).label}
            </Button>
          </p>
        )}
        <div className={styles.actions}>
          <Button size="sm" icon={Link2} onPress={() => void copyText(location.href, 'Link')}>
            Copy link
          </Button>
          <Button
            size="sm"
            icon={Database}
            isDisabled={!explanation}
            onPress={() => void copyText(explanation?.sql ?? '', 'SQL')}
          >
            Copy as SQL
          </Button>
        </div>
      </section>
      {comparison && <WhatChanged scope={scope} cell={cell} comparison={comparison} onExplain={onExplain} />}
      {scope.basis === 'ORDER' && isToldByOrders(metric) && isSettled({ start, end }, dayOf(scope)) && (
        <AgainstTransactions scope={scope} cell={cell} />
      )}
      {explanation && explanation.terms.length > 0 && (
        <Terms explanation={explanation} onExplain={onExplain} />
      )}
      {explanation && <RatesUsed explanation={explanation} />}
      <Breakdown scope={scope} cell={cell} />
    </>
  )
}

/** Today, or the day of the moment as of which the page is read. */
const dayOf = ({ asOf }: ExplainScope): string =>
  typeof asOf === 'string' ? dayOfMoment(new Date(asOf)) : today()

/** The group or result that a number is added to. */
const metricThatContains = (metric: MetricId): MetricId | undefined =>
  METRIC_IDS.find((id) => metricOf(id).formula.kind === 'plus' && partsOf(id).includes(metric))
