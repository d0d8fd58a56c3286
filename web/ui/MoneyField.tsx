import { currencyDigits, symbolOf } from '#contract/number-text.ts'
import styles from './Field.module.css'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'

interface MoneyFieldProps extends Omit<NumberFieldProps, 'fractionDigits' | 'before'> {
  currencyCode: string
}

/** An exact amount, with the symbol and the decimals of its currency. */
export function MoneyField({ currencyCode, ...props }: MoneyFieldProps) {
  const digits = currencyDigits(currencyCode)
  return (
    <NumberField
      {...props}
      fractionDigits={[digits, digits]}
      before={<span className={styles.affix}>{symbolOf(currencyCode, currencyCode)}</span>}
    />
  )
}
