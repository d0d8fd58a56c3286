import { skipToken } from '@tanstack/react-query'
import { metricOf } from '#contract/metrics/metrics.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { annotated, type Annotations } from '#web/metrics/annotations.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { chartPeriods } from '#web/metrics/course-rows.ts'
import { PartsOverTime, partsSheet, SPLIT_NAMES } from '#web/metrics/course-parts.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { shortName, splitsOf, trendsInput, type TrendsOf, type TrendsView } from './trends-view.ts'
import styles from './TrendsPage.module.css'

interface TrendsPartsProps {
  frame: DashboardFrame<TrendsView>
  of: TrendsOf
  annotations: Annotations
}

/** How the first metric moved by marketplace, brand, product or kind. */
export function TrendsParts({ frame, of, annotations }: TrendsPartsProps) {
  const { view: asked, scope, change, isReady } = frame
  const question = of.ask.queryOptions(
    isReady
      ? { ...trendsInput(scope, asked, of), metrics: [asked.metrics[0]!], splitBy: asked.splitBy }
      : skipToken,
  )
  const { data: found, view, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const { splitBy, interval } = view
  const metric = view.metrics[0]!
  const { unit } = metricOf(metric)
  const label = shortName(of, metric)
  const title = `${label} by ${SPLIT_NAMES[splitBy]}`
  const isMoney = unit === 'money' || unit === 'price'
  return (
    <SectionFrame
      title={title}
      lead={
        <div className={styles.lead}>
          <span aria-hidden>{label} by</span>
          <FilterSelect
            label="Split by"
            isLabelShown={false}
            choices={splitsOf(asked.metrics[0]!).map((value) => ({
              value,
              label: SPLIT_NAMES[value].replace(/^./, (letter) => letter.toUpperCase()),
            }))}
            value={asked.splitBy}
            onChange={(next) => change({ splitBy: next }, true)}
          />
        </div>
      }
      note={isMoney ? `${currencyCode}, own scales` : 'own scales'}
      status={
        found?.parts?.length === 0
          ? {
              kind: 'empty',
              title: 'Nothing to split',
              text: `No report of these days tells them by ${SPLIT_NAMES[splitBy]}.`,
            }
          : status
      }
      height={178}
      actions={
        <ChartExport
          title={title}
          sheet={() =>
            partsSheet({ periods: found!.periods, parts: found!.parts ?? [] }, metric, currencyCode)
          }
          isDisabled={!isCurrent}
        />
      }
    >
      <PartsOverTime
        label={title}
        metric={metric}
        parts={found?.parts ?? []}
        by={splitBy}
        periods={annotated(chartPeriods(found?.periods ?? []), annotations)}
        interval={AXES[interval]}
        hasPrior={view.growthType !== null}
        currencyCode={currencyCode}
        // Few have room to be larger.
        isDense={(found?.parts?.length ?? 0) > 4}
      />
    </SectionFrame>
  )
}
