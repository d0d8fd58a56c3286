import { lazy, Suspense, useState } from 'react'
import type { FxPolicy } from '#contract/company-settings.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { GeneralSectionProps } from './GeneralSections.tsx'
import { numberEffects, type NumberEffect } from './number-effects.ts'
import { NumbersConfirm } from './NumbersConfirm.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const CountryField = lazy(async () => ({
  default: (await import('#web/post-registration/CountryField.tsx')).CountryField,
}))

const FX_CHOICES: readonly { value: FxPolicy; label: string; hint: string }[] = [
  { value: 'DAILY', label: 'The rate of its day', hint: 'What an amount was worth on its day' },
  {
    value: 'LATEST',
    label: 'The newest rate for all days',
    hint: 'Takes currency effects out of comparisons over time',
  },
]

/** Settings that numbers are computed with: what they change is said before they are saved. */
export function NumbersForm({ settings, refusal }: GeneralSectionProps) {
  const { company } = useCompany()
  const [draft, setDraft] = useState(() => ({
    establishmentCountry: settings.establishmentCountry,
    feeVatRecoverable: settings.feeVatRecoverable,
    fxPolicy: settings.fxPolicy,
  }))
  const [asked, setAsked] = useState<NumberEffect[] | null>(null)
  const save = useSaveSettings('The numbers are being recalculated.')
  const effects = numberEffects(settings, draft)
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }))
  const country = {
    label: 'Country of establishment',
    helper: 'Since 1 August 2024 Amazon adds the VAT of this country to fees in Europe.',
    value: draft.establishmentCountry,
    isDisabled: refusal !== undefined,
  }
  return (
    <SettingsForm
      label="Calculation settings"
      isPending={save.isPending}
      disabledReason={refusal}
      isChanged={effects.length > 0}
      problem={save.isError ? errorText(save.error) : null}
      onSubmit={() => setAsked(effects)}
    >
      <div>
        <Suspense
          fallback={<SelectField {...country} value={null} choices={[]} onChange={() => {}} isWide />}
        >
          <CountryField {...country} onChange={(establishmentCountry) => set({ establishmentCountry })} />
        </Suspense>
        {draft.establishmentCountry !== null && refusal === undefined && (
          <Button kind="tertiary" size="sm" onPress={() => set({ establishmentCountry: null })}>
            Not specified
          </Button>
        )}
      </div>
      <Checkbox
        isSelected={draft.feeVatRecoverable}
        onChange={(feeVatRecoverable) => set({ feeVatRecoverable })}
        isDisabled={refusal !== undefined}
        helper="Fees are then shown without it. When off, the VAT in fees counts as a cost."
      >
        The company reclaims the VAT on Amazon’s fees
      </Checkbox>
      <ChoiceGroup
        label="Amounts in other currencies are converted at"
        choices={FX_CHOICES}
        value={draft.fxPolicy}
        onChange={(fxPolicy) => set({ fxPolicy })}
        isDisabled={refusal !== undefined}
      />
      <NumbersConfirm
        effects={asked}
        onClose={() => setAsked(null)}
        onConfirm={() => save.mutateAsync({ companyId: company.id, ...draft }).catch(() => {})}
      />
    </SettingsForm>
  )
}
