import { lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { Explanation } from '#contract/profit-and-loss.ts'
import { wholeText } from '#web/ui/numbers.ts'
import { Money, NoValue } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { absenceText } from './lacks.ts'
import styles from './Reading.module.css'

interface ReadingProps {
  line: PnlLine
  /** Undefined while it is being read. */
  explanation: Pick<Explanation, 'value' | 'lacks' | 'unconverted'> | undefined
  currencyCode: string
}

/** The number itself, to the cent. */
export function Reading({ line, explanation, currencyCode }: ReadingProps) {
  return (
    <span className={styles.reading}>
      {explanation === undefined ? (
        <Skeleton width="8rem" />
      ) : explanation.value === null ? (
        <NoValue reason={absenceText(explanation)} />
      ) : lineDefinition(line).unit === 'count' ? (
        wholeText(explanation.value)
      ) : (
        <Money value={explanation.value} currencyCode={currencyCode} />
      )}
    </span>
  )
}
