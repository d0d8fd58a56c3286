import { lazy, Suspense } from 'react'
import type { PersonalDetails, RoleInCompany } from '#contract/post-registration.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { useSchemaForm } from '#web/ui/use-schema-form.ts'
import { choicesOf, ROLE_LABELS } from './labels.ts'

const CountryField = lazy(async () => ({ default: (await import('./CountryField.tsx')).CountryField }))

export interface PersonalValues {
  name: string
  roleInCompany: RoleInCompany | null
  otherRole: string
  countryOfResidence: string | null
  acceptsMarketingEmails: boolean
}

interface PersonalFieldsProps {
  form: ReturnType<typeof useSchemaForm<PersonalValues, PersonalDetails>>
}

/** What people tell about themselves, after signing up and whenever it changes. */
export function PersonalFields({ form }: PersonalFieldsProps) {
  const country = { ...form.field('countryOfResidence'), label: 'Country of residence' }
  const { value: isAccepted, onChange: accept } = form.field('acceptsMarketingEmails')
  return (
    <>
      <TextField {...form.field('name')} label="Name" autoComplete="name" isWide />
      <SelectField
        {...form.field('roleInCompany')}
        onChange={(roleInCompany) =>
          form.set({ roleInCompany, ...(roleInCompany !== 'OTHER' && { otherRole: '' }) })
        }
        label="Role in company"
        choices={choicesOf(ROLE_LABELS)}
        isWide
      />
      {form.values.roleInCompany === 'OTHER' && (
        <TextField
          {...form.field('otherRole')}
          label="Name of role"
          autoComplete="organization-title"
          isWide
        />
      )}
      <Suspense
        fallback={
          <SelectField {...country} value={null} choices={[]} placeholder="Loading" isDisabled isWide />
        }
      >
        <CountryField {...country} />
      </Suspense>
      <Checkbox isSelected={isAccepted} onChange={accept}>
        Send me product news by email
      </Checkbox>
    </>
  )
}
