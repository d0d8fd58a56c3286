import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ChangeExplanation } from '#contract/explain.ts'
import { exactText, isNegative } from '#web/ui/numbers.ts'
import { useTooltip } from '#web/ui/use-tooltip.tsx'
import styles from './CurrencyBridge.module.css'

const DEFINITION =
  'The amounts of this period at the rate of each day, less the same amounts at the average published rate of the previous period.'

const inCents = (amount: string) => parseDecimal(toText(parseDecimal(amount), 2))

interface CurrencyBridgeProps {
  change: string
  exchangeRates: NonNullable<ChangeExplanation['exchangeRates']>
  currencyCode: string
}

/** How much of a change is exchange rates, and how much is not. */
export function CurrencyBridge({ change, exchangeRates: { rates }, currencyCode }: CurrencyBridgeProps) {
  const { ref, triggerProps, tooltip } = useTooltip<HTMLElement>({ text: DEFINITION, delay: 300 })
  if (rates === null)
    return <p className={styles.absent}>The effect of exchange rates is unknown: a rate is missing.</p>
  // To the cent, as both are shown, so that they add up as they stand there.
  const others = toText(inCents(change) - inCents(rates))
  const written = (amount: string) => `${isNegative(amount) ? '' : '+'}${exactText(amount, currencyCode)}`
  return (
    <>
      <dl className={styles.bridge}>
        <div>
          <dt>
            {/* What it means is told to those who come by with the keyboard too. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <span ref={ref} {...triggerProps} tabIndex={0} className={styles.term}>
              of which exchange rates
            </span>
          </dt>
          <dd>{written(rates)}</dd>
        </div>
        <div>
          <dt>everything else</dt>
          <dd>{written(others)}</dd>
        </div>
      </dl>
      {tooltip}
    </>
  )
}
