import { useMutation } from '@tanstack/react-query'
import { PersonalDetails, type UserPersonalDetails } from '#contract/post-registration.ts'
import { QUERIES } from '#web/area-guard.ts'
import { PersonalFields, type PersonalValues } from '#web/post-registration/PersonalFields.tsx'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

const valuesOf = (known: UserPersonalDetails | null): PersonalValues => ({
  name: known?.name ?? '',
  roleInCompany: known?.roleInCompany ?? null,
  otherRole: known?.otherRole ?? '',
  countryOfResidence: known?.countryOfResidenceIsoCode ?? null,
  acceptsMarketingEmails: known?.acceptsMarketingEmails ?? false,
})

export function DetailsForm({ known }: { known: UserPersonalDetails | null }) {
  const saved = valuesOf(known)
  const form = useSchemaForm<PersonalValues, PersonalDetails>({ schema: PersonalDetails, initial: saved })
  const save = useMutation(
    trpc.userSettings.setUserPersonalDetails.mutationOptions({
      onSuccess: async () => {
        await queryClient.refetchQueries({ queryKey: QUERIES.personalDetails.queryKey })
        toast('Details saved.', 'positive')
      },
    }),
  )
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(saved)
  return (
    <SettingsForm
      label="Personal details"
      formRef={form.form}
      isPending={save.isPending}
      isChanged={isChanged}
      problem={save.isError ? errorText(save.error) : null}
      onSubmit={() => {
        const personalDetails = form.answer()
        if (personalDetails)
          save.mutate(
            { personalDetails },
            {
              // As they are kept, without the blanks around them.
              onSuccess: () =>
                form.settle(form.values, {
                  name: personalDetails.name,
                  otherRole: 'otherRole' in personalDetails ? personalDetails.otherRole : '',
                }),
            },
          )
      }}
    >
      <PersonalFields form={form} />
    </SettingsForm>
  )
}
