import { Trash2 } from 'lucide-react'
import { DAYS_MAX, Replenishment } from '#contract/company-settings.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText } from '#web/trpc.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import type { GeneralSectionProps } from './GeneralSections.tsx'
import styles from './LeadTimesForm.module.css'
import { meantDays, typedDays, type TypedDays } from './lead-times.ts'
import { MarketplaceField } from './MarketplaceField.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const inOrder = ({ marketplaces, ...days }: TypedDays): string =>
  JSON.stringify([days, marketplaces.toSorted((a, b) => (a.code < b.code ? -1 : 1))])

/** What stock is reordered by: for the company, and where a marketplace takes longer or shorter. */
export function LeadTimesForm({ settings: { replenishment }, refusal }: GeneralSectionProps) {
  const { company } = useCompany()
  const saved = typedDays(replenishment)
  const form = useSchemaForm<TypedDays, Replenishment>({
    schema: Replenishment,
    initial: saved,
    meant: meantDays,
  })
  const save = useSaveSettings('Lead times saved.')
  const { marketplaces } = form.values
  const isDisabled = refusal !== undefined
  const isChanged = inOrder(form.values) !== inOrder(saved)
  const limits = { min: '0', max: String(DAYS_MAX), fractionDigits: [0, 0], after: 'days' } as const
  const setDays = (code: string, days: string | null) =>
    form.set({ marketplaces: marketplaces.map((one) => (one.code === code ? { code, days } : one)) })
  return (
    <SettingsForm
      label="Lead times"
      formRef={form.form}
      isPending={save.isPending}
      disabledReason={refusal}
      isChanged={isChanged}
      problem={save.isError ? errorText(save.error) : null}
      onSubmit={() => {
        const answer = form.answer()
        if (answer) save.mutate({ companyId: company.id, replenishment: answer, seen: { replenishment } })
      }}
    >
      <div className={styles.days}>
        <NumberField
          {...form.field('leadTimeDays')}
          {...limits}
          label="Lead time"
          isDisabled={isDisabled}
          isWide
        />
        <NumberField
          {...form.field('safetyDays')}
          {...limits}
          label="Safety stock"
          isDisabled={isDisabled}
          isWide
        />
        <NumberField
          {...form.field('targetCoverDays')}
          {...limits}
          label="Target cover"
          isDisabled={isDisabled}
          isWide
        />
      </div>
      {marketplaces.map(({ code, days }) => (
        <div key={code} className={styles.marketplace}>
          <NumberField
            {...limits}
            label={`Lead time for ${marketplaceOf(code)?.label ?? code}`}
            value={days}
            onChange={(typed) => setDays(code, typed)}
            error={days === null ? form.errorOf('marketplaceLeadTimeDays') : undefined}
            isDisabled={isDisabled}
            isWide
          />
          <IconButton
            icon={Trash2}
            size="lg"
            label={`Use the lead time of the company for ${marketplaceOf(code)?.label ?? code}`}
            disabledReason={refusal}
            onPress={() => form.set({ marketplaces: marketplaces.filter((one) => one.code !== code) })}
          />
        </div>
      ))}
      <MarketplaceField
        label="Another lead time for"
        isOptional
        value={null}
        without={marketplaces.map(({ code }) => code)}
        isDisabled={isDisabled}
        onChange={(code) =>
          form.set({ marketplaces: [...marketplaces, { code, days: form.values.leadTimeDays }] })
        }
      />
    </SettingsForm>
  )
}
