import { useState } from 'react'
import { companyForm, type CompanyForm, type CompanyType } from '#contract/post-registration.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { choicesOf, COMPANY_TYPE_LABELS } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

interface Values {
  companyName: string
  brandFoundingYear: string
  ownerOrReseller: CompanyType | null
}

export function CompanyDetailsPage() {
  const drafted = useDraft().answers.companyDetails
  const [currentYear] = useState(() => new Date().getFullYear())
  const form = useSchemaForm<Values, CompanyForm>({
    schema: companyForm(currentYear),
    initial: {
      companyName: drafted?.companyName ?? '',
      brandFoundingYear: drafted ? String(drafted.brandFoundingYear) : '',
      ownerOrReseller: drafted?.ownerOrReseller ?? null,
    },
    meant: (values) => ({ ...values, brandFoundingYear: yearOf(values.brandFoundingYear) }),
  })
  return (
    <StepPage id="companyDetails" title="About your company." form={form}>
      <TextField {...form.field('companyName')} label="Company name" autoComplete="organization" isWide />
      <TextField
        {...form.field('brandFoundingYear')}
        label="Founding year of the brand"
        inputMode="numeric"
        autoComplete="off"
        isWide
      />
      <ChoiceGroup
        {...form.field('ownerOrReseller')}
        label="Brand owner or reseller"
        choices={choicesOf(COMPANY_TYPE_LABELS)}
      />
    </StepPage>
  )
}

const yearOf = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)
