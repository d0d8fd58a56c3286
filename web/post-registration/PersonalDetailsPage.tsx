import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PersonalDetails, type RoleInCompany } from '#contract/post-registration.ts'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { forgetDraft } from './draft.ts'
import { choicesOf, ROLE_LABELS } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { useStepForm } from './use-step-form.ts'

const CountryField = lazy(async () => ({ default: (await import('./CountryField.tsx')).CountryField }))

interface Values {
  name: string
  roleInCompany: RoleInCompany | null
  otherRole: string
  countryOfResidence: string | null
  acceptsMarketingEmails: boolean
}

export function PersonalDetailsPage() {
  const navigate = useNavigate()
  const { answers, isAddingNewAccount } = useDraft()
  const { data: known } = useQuery(QUERIES.personalDetails)
  const { data: companies = [] } = useQuery(QUERIES.companies)
  const send = useMutation(trpc.postRegistration.submitPersonalPostRegistrationData.mutationOptions())
  const drafted = answers.personalDetails
  const form = useStepForm<Values, PersonalDetails>({
    schema: PersonalDetails,
    initial: {
      name: drafted?.name ?? known?.name ?? '',
      roleInCompany: drafted?.roleInCompany ?? null,
      otherRole: drafted && 'otherRole' in drafted ? drafted.otherRole : '',
      countryOfResidence: drafted?.countryOfResidence ?? known?.countryOfResidenceIsoCode ?? null,
      acceptsMarketingEmails: drafted?.acceptsMarketingEmails ?? known?.acceptsMarketingEmails ?? false,
    },
  })

  // Whom a company has invited is asked about themselves and nothing else.
  const isMember = !isAddingNewAccount && companies.length > 0
  const sendPersonal = async () => {
    const personalDetails = form.answer()
    if (!personalDetails) return
    try {
      await send.mutateAsync({ personalDetails })
    } catch {
      return
    }
    await Promise.all(
      [QUERIES.isComplete, QUERIES.personalDetails].map(({ queryKey }) =>
        queryClient.refetchQueries({ queryKey }),
      ),
    )
    forgetDraft()
    await navigate({ to: PATHS.home })
  }

  const country = { ...form.field('countryOfResidence'), label: 'Country of residence' }
  const { value: isAccepted, onChange: accept } = form.field('acceptsMarketingEmails')
  return (
    <StepPage
      id="personalDetails"
      title="A few details about you."
      form={form}
      {...(isMember && {
        submit: sendPersonal,
        downReason: 'Your company has answered the other questions.',
      })}
      problem={send.isError ? 'Unexpected error. Please try again later.' : null}
    >
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
    </StepPage>
  )
}
