import { toText } from '#contract/decimal.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { LACKS, type Lack } from '#contract/profit-and-loss-lines.ts'
import type { PnlCoverage } from '#contract/profit-and-loss.ts'
import type { PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'

/** A figure as answers write it down: exact text, and what it is without where it is without something. */

export const valueOf = ({ value }: Figure): string | null => (value === null ? null : toText(value))

export const lacksOf = ({ lacks }: Figure): { lacks?: Lack[] } =>
  lacks.size > 0 ? { lacks: LACKS.filter((lack) => lacks.has(lack)) } : {}

export const unconvertedOf = ({
  unconverted,
}: Figure): { unconverted?: { currency: string; amount: string }[] } =>
  unconverted.size > 0
    ? {
        unconverted: [...unconverted]
          .map(([currency, amount]) => ({ currency, amount: toText(amount, 9) }))
          .toSorted((a, b) => a.currency.localeCompare(b.currency)),
      }
    : {}

/** What an answer says of the days that its sources cover. */
export const coverageCell = ({
  share,
  startDate,
  endDate,
  missing,
  moreMissing,
}: PeriodCoverage): PnlCoverage => ({ share, startDate, endDate, missing, moreMissing })
