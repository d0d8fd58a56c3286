import { z } from 'zod'
import { vatRateId, type VatRate } from '#contract/company-settings.ts'
import { IsoDate } from '#contract/fields.ts'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import { InlineForm } from '#web/settings/InlineForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import styles from './AddVatRate.module.css'
import { MarketplaceField } from './MarketplaceField.tsx'
import { rateOf } from './vat-rate-text.ts'

interface Values {
  marketplace: VatRate['marketplace'] | null
  validFrom: string | null
  percent: string | null
}

const NewRate = z
  .object({
    marketplace: z.enum(MARKETPLACE_CODES, 'Choose a marketplace.'),
    validFrom: z.string('Provide the first day of the rate.').pipe(IsoDate),
    percent: z.string('Provide a rate from 0 to 99.99.'),
  })
  .transform(({ percent, ...rate }): VatRate => ({ ...rate, rate: rateOf(percent) }))

interface AddVatRateProps {
  held: readonly VatRate[]
  refusal: string | undefined
  isPending: boolean
  onAdd: (rate: VatRate) => void
}

/** A row of fields for one more rate; one that begins on a day that has a rate takes its place. */
export function AddVatRate({ held, refusal, isPending, onAdd }: AddVatRateProps) {
  const form = useSchemaForm<Values, VatRate>({
    schema: NewRate,
    initial: { marketplace: null, validFrom: null, percent: null },
  })
  const { marketplace, validFrom } = form.values
  const replaces =
    marketplace !== null &&
    validFrom !== null &&
    held.some((rate) => vatRateId(rate) === vatRateId({ marketplace, validFrom }))
  const isDisabled = refusal !== undefined
  return (
    <InlineForm
      label="Add a VAT rate"
      formRef={form.form}
      onSubmit={() => {
        const rate = isDisabled ? undefined : form.answer()
        if (rate) onAdd(rate)
      }}
      submit={
        <Button type="submit" size="lg" isPending={isPending} disabledReason={refusal}>
          {replaces ? 'Replace rate' : 'Add rate'}
        </Button>
      }
    >
      <div className={styles.marketplace}>
        <MarketplaceField {...form.field('marketplace')} label="Marketplace" isDisabled={isDisabled} />
      </div>
      <div className={styles.day}>
        <DateField {...form.field('validFrom')} label="From" isDisabled={isDisabled} isWide />
      </div>
      <div className={styles.rate}>
        <NumberField
          {...form.field('percent')}
          label="Rate"
          min="0"
          max="99.99"
          fractionDigits={[0, 4]}
          after="%"
          isDisabled={isDisabled}
          isWide
        />
      </div>
    </InlineForm>
  )
}
