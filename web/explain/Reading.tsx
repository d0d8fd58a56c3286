import type { MetricUnit } from '#contract/metrics/metric.ts'
import type { Explanation } from '#contract/explain.ts'
import { unitText } from '#web/ui/numbers.ts'
import { Money, NoEnd, NoValue } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { absenceText } from './lacks.ts'
import styles from './Reading.module.css'

interface ReadingProps {
  unit: MetricUnit
  /** Undefined while it is being read. */
  explanation: Pick<Explanation, 'value' | 'lacks' | 'unconverted' | 'hasNoEnd'> | undefined
  currencyCode: string
  /** What days without a value have none of. */
  file: string
}

/** The number itself, to the cent. */
export function Reading({ unit, explanation, currencyCode, file }: ReadingProps) {
  return (
    <span className={styles.reading}>
      {explanation === undefined ? (
        <Skeleton width="8rem" />
      ) : explanation.hasNoEnd ? (
        <NoEnd />
      ) : explanation.value === null ? (
        <NoValue reason={absenceText(explanation, file)} />
      ) : unit === 'money' || unit === 'price' ? (
        <Money value={explanation.value} currencyCode={currencyCode} />
      ) : (
        unitText(unit, explanation.value)
      )}
    </span>
  )
}
