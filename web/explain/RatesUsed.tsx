import type { Explanation } from '#contract/profit-and-loss.ts'
import { countText, percentText } from '#web/ui/numbers.ts'
import { Section } from './Section.tsx'
import styles from './RatesUsed.module.css'

const KINDS = { SALES_VAT: 'VAT', FEE_VAT: 'VAT on fees', COST: 'Unit cost' }

/** The rates and costs that turned lines of files into this number. */
export function RatesUsed({ explanation: { rates, exchangeRates } }: { explanation: Explanation }) {
  if (rates.length + exchangeRates.length === 0) return null
  return (
    <Section title="Rates used">
      <ul className={styles.rates}>
        {rates.map(({ kind, marketplace, rate, rowCount }) => (
          <li key={`${kind}${marketplace}${rate}`}>
            <span>
              {KINDS[kind]} {marketplace}
            </span>
            <span className={styles.note}>{countText(rowCount, 'row')}</span>
            <b>{kind === 'COST' ? rate : percentText(Number(rate))}</b>
          </li>
        ))}
        {exchangeRates.map(({ currency, days, lowest, highest, source }) => (
          <li key={currency}>
            <span>Exchange rate of {currency}</span>
            <span className={styles.note}>
              {source}, {countText(days, 'day')}
            </span>
            <b>{lowest === highest ? lowest : `${lowest} to ${highest}`}</b>
          </li>
        ))}
      </ul>
    </Section>
  )
}
