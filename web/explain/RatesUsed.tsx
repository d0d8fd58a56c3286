import type { Explanation } from '#contract/explain.ts'
import { countText, exchangeRateText, percentText, priceText } from '#web/ui/numbers.ts'
import styles from './RatesUsed.module.css'
import { Section } from './Section.tsx'

const KINDS = { SALES_VAT: 'VAT', FEE_VAT: 'VAT on fees', COST: 'Unit cost' }

/** The rates and costs that turned lines of files into this number. */
export function RatesUsed({ explanation: { rates, exchangeRates } }: { explanation: Explanation }) {
  if (rates.length + exchangeRates.length === 0) return null
  return (
    <Section title="Rates used">
      <ul className={styles.rates}>
        {rates.map(({ kind, marketplace, lowest, highest, rowCount }) => (
          <li key={`${kind}${marketplace}`}>
            <span>
              {KINDS[kind]} {marketplace}
            </span>
            <span className={styles.note}>{countText(rowCount, 'row')}</span>
            <b>{spanText(lowest, highest, formatOf(kind))}</b>
          </li>
        ))}
        {exchangeRates.map(({ currency, days, lowest, highest, source }) => (
          <li key={currency}>
            <span>Exchange rate of {currency}</span>
            <span className={styles.note}>{[source, countText(days, 'day')].filter(Boolean).join(', ')}</span>
            <b>{spanText(lowest, highest, exchangeRateText)}</b>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const formatOf = (kind: keyof typeof KINDS) =>
  kind === 'COST' ? priceText : (rate: string) => percentText(Number(rate))

const spanText = (lowest: string, highest: string, format: (rate: string) => string): string =>
  lowest === highest ? format(lowest) : `${format(lowest)} to ${format(highest)}`
