import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PersonalDetails } from '#contract/post-registration.ts'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { forgetDraft } from './draft.ts'
import { PersonalFields, type PersonalValues } from './PersonalFields.tsx'
import { StepPage, useDraft } from './StepPage.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

export function PersonalDetailsPage() {
  const navigate = useNavigate()
  const { answers, isAddingNewAccount } = useDraft()
  const { data: known } = useQuery(QUERIES.personalDetails)
  const { data: companies = [] } = useQuery(QUERIES.companies)
  const send = useMutation(trpc.postRegistration.submitPersonalPostRegistrationData.mutationOptions())
  const drafted = answers.personalDetails
  const form = useSchemaForm<PersonalValues, PersonalDetails>({
    schema: PersonalDetails,
    initial: {
      name: drafted?.name ?? known?.name ?? '',
      roleInCompany: drafted?.roleInCompany ?? known?.roleInCompany ?? null,
      otherRole: drafted ? ('otherRole' in drafted ? drafted.otherRole : '') : (known?.otherRole ?? ''),
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
      <PersonalFields form={form} />
    </StepPage>
  )
}
