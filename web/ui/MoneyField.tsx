import styles from './Field.module.css'
import { NUMBER_LOCALE } from './format-locale.ts'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'

interface MoneyFieldProps extends Omit<NumberFieldProps, 'fractionDigits' | 'before'> {
  currencyCode: string
}

/** An exact amount, with the symbol and the decimals of its currency. */
export function MoneyField({ currencyCode, ...props }: MoneyFieldProps) {
  const { symbol, digits } = currencyOf(currencyCode)
  return (
    <NumberField
      {...props}
      fractionDigits={[digits, digits]}
      before={<span className={styles.affix}>{symbol}</span>}
    />
  )
}

function currencyOf(currency: string): { symbol: string; digits: number } {
  const format = new Intl.NumberFormat(NUMBER_LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return { symbol, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
}
