import { z } from 'zod'
import { WASTED_CLICK_THRESHOLD_MAX, WastedClickThreshold } from '#contract/company-settings.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText } from '#web/trpc.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import type { GeneralSectionProps } from './GeneralSections.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const Threshold = z.object({ wastedClickThreshold: WastedClickThreshold })

/** How many clicks without an order are too many. */
export function WastedClicksForm({ settings, refusal }: GeneralSectionProps) {
  const { company } = useCompany()
  const saved = String(settings.wastedClickThreshold)
  const form = useSchemaForm<{ wastedClickThreshold: string | null }, z.infer<typeof Threshold>>({
    schema: Threshold,
    initial: { wastedClickThreshold: saved },
    meant: ({ wastedClickThreshold: clicks }) => ({
      wastedClickThreshold: clicks === null ? null : Number(clicks),
    }),
  })
  const save = useSaveSettings('Clicks without an order saved.')
  return (
    <SettingsForm
      label="Spend without orders"
      formRef={form.form}
      isPending={save.isPending}
      disabledReason={refusal}
      isChanged={form.values.wastedClickThreshold !== saved}
      problem={save.isError ? errorText(save.error) : null}
      onSubmit={() => {
        const answer = form.answer()
        if (answer) save.mutate({ companyId: company.id, ...answer })
      }}
    >
      <NumberField
        {...form.field('wastedClickThreshold')}
        label="Clicks without an order"
        after="clicks"
        min="1"
        max={String(WASTED_CLICK_THRESHOLD_MAX)}
        fractionDigits={[0, 0]}
        isDisabled={refusal !== undefined}
        isWide
      />
    </SettingsForm>
  )
}
