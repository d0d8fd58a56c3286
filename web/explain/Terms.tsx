import { lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { Explanation } from '#contract/profit-and-loss.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { countText, exactText, wholeText } from '#web/ui/numbers.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Section } from './Section.tsx'
import styles from './Terms.module.css'

interface TermsProps {
  explanation: Explanation
  onExplain: (line: PnlLine) => void
}

interface Term {
  lineId: PnlLine
  label: string
  value: string | null
  /** Null for the result. */
  rowCount: number | null
}

/** The sum written out: each part with its value, closed by the result. A part explains itself. */
export function Terms({ explanation, onExplain }: TermsProps) {
  const { lineId, label, terms, value, currencyCode, formula } = explanation
  const formatOf = (line: PnlLine) => (text: string) =>
    lineDefinition(line).unit === 'count' ? wholeText(text) : exactText(text, currencyCode)
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
          <button type="button" className={styles.term} onClick={() => onExplain(term.lineId)}>
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
      cell: (term) => <NumberText value={term.value} format={formatOf(term.lineId)} />,
    },
  ]
  return (
    <Section title="How it is made" note={currencyCode}>
      <p className={styles.formula}>{formula}</p>
      <SimpleTable
        label="How it is made"
        columns={columns}
        rows={terms}
        rowId={(term) => term.lineId}
        result={{ lineId, label, value, rowCount: null }}
        isDense
      />
    </Section>
  )
}
