import { z } from 'zod'
import type { CurrencyCode } from '#contract/currencies.ts'
import { CompanyName } from '#contract/post-registration.ts'
import { Currency } from '#contract/fields.ts'
import { CURRENCY_CHOICES } from '#web/filters/currency-choices.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText } from '#web/trpc.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import type { GeneralSectionProps } from './GeneralSections.tsx'
import { useSaveSettings } from './use-save-settings.ts'

interface Values {
  name: string
  defaultCurrency: CurrencyCode | null
}

const Name = z.object({ name: CompanyName, defaultCurrency: Currency.nullable() })

/** Settings that change no number. */
export function NameForm({ settings: { name, defaultCurrency }, refusal }: GeneralSectionProps) {
  const { company } = useCompany()
  const form = useSchemaForm<Values, Values>({ schema: Name, initial: { name, defaultCurrency } })
  const save = useSaveSettings('Company saved.')
  const isChanged = form.values.name !== name || form.values.defaultCurrency !== defaultCurrency
  return (
    <SettingsForm
      label="Company"
      formRef={form.form}
      isPending={save.isPending}
      disabledReason={refusal}
      isChanged={isChanged}
      problem={save.isError ? errorText(save.error) : null}
      onSubmit={() => {
        const answer = form.answer()
        if (answer)
          save.mutate(
            { companyId: company.id, ...answer },
            { onSuccess: () => form.settle(form.values, { name: answer.name }) },
          )
      }}
    >
      <TextField
        {...form.field('name')}
        label="Company name"
        autoComplete="organization"
        isDisabled={refusal !== undefined}
        isWide
      />
      <SelectField
        {...form.field('defaultCurrency')}
        label="Default currency"
        helper="For members who have not chosen one themselves."
        choices={CURRENCY_CHOICES}
        isDisabled={refusal !== undefined}
        isWide
      />
    </SettingsForm>
  )
}
