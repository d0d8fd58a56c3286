import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChannelsForm, type OtherChannel } from '#contract/post-registration.ts'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { rememberCompany } from '#web/shell/selected-company.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { CheckboxChoices } from './CheckboxChoices.tsx'
import { forgetDraft, registrationIdOf } from './draft.ts'
import { CHANNEL_LABELS, choicesOf } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { submissionOf, type Answers } from './steps.ts'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

const FAILED = 'Unexpected error. Please try again.'

interface Values {
  channels: OtherChannel[]
  otherChannels: string
}

export function OtherChannelsPage() {
  const navigate = useNavigate()
  const { answers: drafted, isAddingNewAccount } = useDraft()
  const send = useMutation(trpc.postRegistration.submitFullPostRegistrationData.mutationOptions())
  const form = useSchemaForm<Values, ChannelsForm>({
    schema: ChannelsForm,
    initial: {
      channels: drafted.otherChannels?.channels ?? [],
      otherChannels: drafted.otherChannels?.otherChannels ?? '',
    },
  })

  const complete = async (answers: Answers) => {
    const submission = submissionOf(answers)
    // The steps before this one have answers, or it would not be shown.
    if (!submission) return
    try {
      const registrationId = registrationIdOf(isAddingNewAccount)
      const { companyId } = await send.mutateAsync({ ...submission, registrationId })
      rememberCompany(companyId)
    } catch {
      return toast(FAILED, 'negative')
    }
    dismissToast(FAILED)
    forgetDraft()
    await Promise.all(
      [QUERIES.isComplete, QUERIES.personalDetails, QUERIES.companies].map(({ queryKey }) =>
        queryClient.refetchQueries({ queryKey }),
      ),
    )
    await navigate({ to: PATHS.onboarding })
  }

  return (
    <StepPage
      id="otherChannels"
      title="Where else do you sell?"
      form={form}
      submit={complete}
      submitLabel="Complete"
      problem={send.isError ? FAILED : null}
    >
      <CheckboxChoices
        label="Other channels"
        choices={choicesOf(CHANNEL_LABELS)}
        values={form.values.channels}
        onChange={(channels) =>
          form.set({ channels, ...(!channels.includes('OTHER') && { otherChannels: '' }) })
        }
      />
      {form.values.channels.includes('OTHER') && (
        <TextField {...form.field('otherChannels')} label="Names of the other channels" isWide />
      )}
    </StepPage>
  )
}
