import type { MetricUnit } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Explanation } from '#contract/explain.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { countText, exactText, unitText } from '#web/ui/numbers.ts'
import { NoEnd, NumberText } from '#web/ui/NumberText.tsx'
import { Section } from './Section.tsx'
import styles from './Terms.module.css'

interface TermsProps {
  explanation: Explanation
  onExplain: (metric: MetricId) => void
}

interface Term {
  metricId: MetricId
  unit: MetricUnit
  label: string
  value: string | null
  hasNoEnd?: true | undefined
  /** Null for the result. */
  rowCount: number | null
}

/** The sum written out: each part with its value, closed by the result. A part explains itself. */
export function Terms({ explanation, onExplain }: TermsProps) {
  const { metricId, unit, label, terms, value, hasNoEnd, currencyCode, formula } = explanation
  const formatOf = (of: MetricUnit) => (text: string) =>
    of === 'money' || of === 'price' ? exactText(text, currencyCode) : unitText(of, text)
  const columns: SimpleColumn<Term>[] = [
    {
      id: 'label',
      title: 'Part',
      kind: 'text',
      isName: true,
      isTitleHidden: true,
      cell: (term) =>
        term.rowCount === null ? (
          term.label
        ) : (
          <button type="button" className={styles.term} onClick={() => onExplain(term.metricId)}>
            {term.label}
          </button>
        ),
    },
    {
      id: 'rows',
      title: 'Rows',
      kind: 'number',
      isTitleHidden: true,
      isMuted: true,
      cell: ({ rowCount }) => rowCount !== null && countText(rowCount, 'row'),
    },
    {
      id: 'value',
      title: 'Value',
      kind: 'number',
      isTitleHidden: true,
      cell: (term) =>
        term.hasNoEnd ? <NoEnd /> : <NumberText value={term.value} format={formatOf(term.unit)} />,
    },
  ]
  return (
    <Section title="How it is made" note={currencyCode}>
      <p className={styles.formula}>{formula}</p>
      <SimpleTable
        label="How it is made"
        columns={columns}
        rows={terms}
        rowId={(term) => term.metricId}
        result={{ metricId, unit, label, value, hasNoEnd, rowCount: null }}
        isDense
      />
    </Section>
  )
}
