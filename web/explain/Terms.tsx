import { lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { Explanation } from '#contract/profit-and-loss.ts'
import { countText, exactText, wholeText } from '#web/ui/numbers.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Section } from './Section.tsx'
import styles from './Terms.module.css'

interface TermsProps {
  explanation: Explanation
  onExplain: (line: PnlLine) => void
}

/** The sum written out: each part with its value, closed by the result. A part explains itself. */
export function Terms({ explanation, onExplain }: TermsProps) {
  const { label, terms, value, currencyCode, formula } = explanation
  const formatOf = (line: PnlLine) => (text: string) =>
    lineDefinition(line).unit === 'count' ? wholeText(text) : exactText(text, currencyCode)
  return (
    <Section title="How it is made" note={currencyCode}>
      <p className={styles.formula}>{formula}</p>
      <table className={styles.terms}>
        <tbody>
          {terms.map((term) => (
            <tr key={term.lineId}>
              <th scope="row">
                <button type="button" className={styles.term} onClick={() => onExplain(term.lineId)}>
                  {term.label}
                </button>
              </th>
              <td className={styles.count}>{countText(term.rowCount, 'row')}</td>
              <td>
                <NumberText value={term.value} format={formatOf(term.lineId)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {label}
            </th>
            <td>
              <NumberText value={value} format={formatOf(explanation.lineId)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}
